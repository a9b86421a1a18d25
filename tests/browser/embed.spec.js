// The explainer in a frame: the page that stands in it, its talk with the page around, and the script that makes frames.
import { COLORS, Explainer, expect, test } from './explainer.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Frame} Frame */

/**
 * What a frame says to its host.
 *
 * @typedef {object} Message
 * @property {string} source
 * @property {number} version
 * @property {string} id
 * @property {string} type
 * @property {number} [height]
 * @property {Record<string, number>} [summary]
 * @property {string} [query]
 * @property {string} [message]
 */

/** The site on another host than the pages around the frames. */
const ELSEWHERE = 'http://elsewhere.test/';

const SCRIPT = `<script defer src="${ELSEWHERE}embed.js"></script>`;

/** Notes all messages, as `[index of the frame, message]`. */
const LISTEN = `<script>
  window.heard = [];
  addEventListener('message', ({ source, data }) => heard.push(
    [[...document.querySelectorAll('iframe')].findIndex((frame) => frame.contentWindow === source), data]));
</script>`;

/** @param {string} [query] */
function link(query = '', attributes = '') {
  return `<a data-paged-attention-explainer ${attributes} href="${ELSEWHERE}embed.html${query}">PagedAttention, measured</a>`;
}

/** @param {string} [query] */
function frame(query = '', attributes = '') {
  return `<iframe ${attributes} src="${ELSEWHERE}embed.html${query}" title="Explainer" width="700" height="500"></iframe>`;
}

/**
 * Opens a page with `body`, on another host than the explainer.
 *
 * @param {Page} page
 * @param {string} body
 * @param {{ style?: string, headers?: Record<string, string>, productHeaders?: Record<string, string> }} [options]
 */
async function openHost(page, body, { style = '', headers = {}, productHeaders = {} } = {}) {
  const baseURL = test.info().project.use.baseURL ?? '';
  await page.route(`${ELSEWHERE}**`, async (route) => {
    try {
      const response = await route.fetch({ url: route.request().url().replace(ELSEWHERE, baseURL) });
      await route.fulfill({ response, headers: { ...response.headers(), ...productHeaders } });
    } catch {
      // The test has ended while a frame still loaded.
    }
  });
  await page.route('http://host.test/**', (route) => route.fulfill({
    contentType: 'text/html',
    headers,
    body: `<!doctype html><html lang="en"><title>A host</title><link rel="icon" href="data:,">
      <link rel="stylesheet" href="data:text/css,${encodeURIComponent(`body { margin: 0; } ${style}`)}">${body}`,
  }));
  await page.goto('http://host.test/');
}

/**
 * The document in a frame, and the explainer in it once that is drawn.
 *
 * @param {Page} page
 * @param {number} [index]
 */
async function inFrame(page, index = 0) {
  const element = page.locator('iframe').nth(index);
  await element.scrollIntoViewIfNeeded();
  const explainer = new Explainer(page, element.contentFrame().locator('paged-attention-explainer'));
  await explainer.element.evaluate(({ localName }) => customElements.whenDefined(localName).then(() => {}));
  await explainer.drawn();
  return { element, explainer };
}

/**
 * @param {Page} page
 * @param {string} type
 */
async function heard(page, type, index = 0) {
  const all = /** @type {[number, Message][]} */ (await page.evaluate(() => Reflect.get(window, 'heard')));
  return all.filter(([from, message]) => from === index && message.type === type).map(([, message]) => message);
}

/**
 * Has the host say something to a frame.
 *
 * @param {Page} page
 * @param {unknown} message
 */
function say(page, message, index = 0) {
  return page.evaluate(([what, at]) => {
    document.querySelectorAll('iframe')[/** @type {number} */ (at)].contentWindow?.postMessage(what, '*');
  }, [message, index]);
}

/** @param {Record<string, unknown>} wish */
function toExplainer(wish) {
  return { target: 'paged-attention-explainer', version: 1, ...wish };
}

/**
 * The frame comes to be as high as what is in it, which therefore has no scroll bar. Returns that height.
 *
 * @param {Page} page
 */
async function expectFitting(page, index = 0) {
  const element = page.locator('iframe').nth(index);
  const sizes = async () => ({
    frame: (await element.boundingBox())?.height,
    ...await element.contentFrame().locator('html').evaluate((html) => ({
      content: Math.ceil(html.getBoundingClientRect().height),
      scrollHeight: html.scrollHeight,
      bar: innerWidth - html.clientWidth,
    })),
  });
  await expect(async () => {
    const { frame, content, scrollHeight, bar } = await sizes();
    expect({ frame, scrollHeight, bar }).toEqual({ frame: content, scrollHeight: content, bar: 0 });
  }).toPass({ timeout: 5_000 });
  return (await sizes()).content;
}

/**
 * @param {Explainer} explainer
 * @param {'light' | 'dark'} theme
 */
async function expectTheme(explainer, theme) {
  await expect.poll(async () => (await explainer.extent('utilization', COLORS[theme].paged)).count).toBeGreaterThan(100);
}

/**
 * The colour of a pixel of the page, as `[red, green, blue]`.
 *
 * @param {Page} page
 * @param {number} x
 * @param {number} y
 */
async function pixel(page, x, y) {
  const picture = (await page.screenshot({ clip: { x, y, width: 1, height: 1 } })).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(image, 0, 0);
    return [...context?.getImageData(0, 0, 1, 1).data ?? []].slice(0, 3);
  }, picture);
}

test('the script that makes frames is tiny', async ({ request }) => {
  expect((await (await request.get('embed.js')).body()).length).toBeLessThanOrEqual(2048);
});

test.describe('a link with the script', () => {
  test('becomes a frame that shows the numbers, and goes', async ({ page }) => {
    await openHost(page, `${SCRIPT}<p>${link('?block-size=32&id=one')}</p>`);
    const { element, explainer } = await inFrame(page);
    expect((await explainer.metric('block-size')).value).toBe(32);
    await expect(explainer.finding).toContainText('paging uses 95.3 %');
    await expect(element).toHaveAttribute('title', 'PagedAttention, measured');
    await expect(element).toHaveAttribute('loading', 'lazy');
    expect((await element.boundingBox())?.width).toBe(1280);
    await expect(page.locator('a')).toBeHidden();
    await expect(page.locator('a')).toHaveCount(1);
  });

  test('is as high as what is in it, whatever that comes to', async ({ page }) => {
    await openHost(page, `${SCRIPT}${link()}`);
    const { explainer } = await inFrame(page);
    await explainer.served();
    const wide = await expectFitting(page);
    await explainer.element.getByText('What the numbers are').click();
    const open = await expectFitting(page);
    expect(open).toBeGreaterThan(wide + 100);
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await expectFitting(page)).toBeGreaterThan(open);
    await explainer.element.getByText('What the numbers are').click();
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(() => expectFitting(page)).toBe(wide);
  });

  test('has the height and the theme that are asked for, and the least and the most there are', async ({ page }) => {
    const heights = ['data-height="640"', '', 'data-height="1"', 'data-height="1e9"'];
    await page.route('**/embed.html*', () => {});
    await openHost(page, heights.map((each) => `<div>${link('?theme=light&seed=1', `${each} data-theme="dark"`)}</div>`).join('') + SCRIPT);
    const frames = page.locator('iframe');
    await expect(frames).toHaveCount(4);
    const seen = await frames.evaluateAll((all) => all.map((each) => each.clientHeight));
    expect(seen).toEqual([640, 5840, 100, 20000]);
    await expect(frames.first()).toHaveAttribute('src', `${ELSEWHERE}embed.html?theme=dark&seed=1`);
  });

  test('takes no room while the frame is empty', async ({ page }) => {
    await page.route('**/*.wasm', () => {});
    await openHost(page, `${SCRIPT}<p style="margin: 0">${link('', 'data-height="700"')}</p><p id="below">Below.</p>`);
    await expect(page.locator('iframe')).toHaveCount(1);
    await expect(page.locator('a')).toBeVisible();
    expect((await page.locator('iframe').boundingBox())).toMatchObject({ y: 0, height: 700 });
  });

  test('is made once by a script that is there twice', async ({ page }) => {
    await openHost(page, `${SCRIPT}${SCRIPT}${link()}`);
    await inFrame(page);
    await page.addScriptTag({ url: `${ELSEWHERE}embed.js?again` });
    await expect(page.locator('iframe')).toHaveCount(1);
    await expectFitting(page);
  });

  test('may come later, and go', async ({ page }) => {
    await openHost(page, `${SCRIPT}<main></main>`);
    for (const seed of [1, 2]) {
      await page.evaluate((html) => document.querySelector('main')?.setHTMLUnsafe(html), link(`?seed=${seed}`));
      const { explainer } = await inFrame(page);
      expect(await explainer.summary()).toMatchObject({ seed });
      await expectFitting(page);
      await expect(page.locator('iframe')).toHaveCount(1);
    }
    await page.evaluate(() => document.querySelector('main')?.replaceChildren());
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('is made again where a framework has removed it as not its own', async ({ page }) => {
    await openHost(page, `${SCRIPT}${link('?seed=3')}`);
    await inFrame(page);
    await expect(page.locator('a')).toBeHidden();
    await page.locator('iframe').evaluate((element) => element.remove());
    const { explainer } = await inFrame(page);
    expect(await explainer.summary()).toMatchObject({ seed: 3 });
    await expectFitting(page);
    await expect(page.locator('a')).toBeHidden();
  });

  test('is made for each of several links in a row', async ({ page }) => {
    await openHost(page, `${SCRIPT}<p>${link('?seed=1')} ${link('?seed=2')}${link('?seed=3')}</p>`);
    await expect(page.locator('iframe')).toHaveCount(3);
    const order = await page.locator('p > *').evaluateAll((all) => all.map(({ localName }) => localName));
    expect(order).toEqual(['a', 'iframe', 'a', 'iframe', 'a', 'iframe']);
  });

  test('goes with its link, moves with it, and follows its address', async ({ page }) => {
    await openHost(page, `${SCRIPT}<main>${link('?seed=1')}</main><aside></aside>`);
    await inFrame(page);
    await page.evaluate(() => document.querySelector('aside')?.append(document.querySelector('a') ?? ''));
    await expect(page.locator('aside iframe')).toHaveCount(1);
    await expect(page.locator('iframe')).toHaveCount(1);
    await page.locator('a').evaluate((a) => { /** @type {HTMLAnchorElement} */ (a).href += '0'; });
    await expect(page.locator('iframe')).toHaveAttribute('src', `${ELSEWHERE}embed.html?seed=10`);
    const { explainer } = await inFrame(page);
    expect(await explainer.summary()).toMatchObject({ seed: 10 });
    await page.locator('a').evaluate((a) => a.remove());
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('is given up where the host removes every one, and the link stays', async ({ page }) => {
    await openHost(page, `${SCRIPT}<script>
        let removed = 0;
        new MutationObserver(() => document.querySelectorAll('iframe').forEach((frame) => { frame.remove(); removed += 1; }))
          .observe(document, { childList: true, subtree: true });
      </script>${link()}`);
    await expect(page.locator('a')).toBeVisible();
    await page.waitForTimeout(500);
    const removed = await page.evaluate('removed');
    expect(removed).toBeLessThan(20);
    await page.waitForTimeout(300);
    expect(await page.evaluate('removed')).toBe(removed);
    await expect(page.locator('a')).toHaveCSS('position', 'static');
  });

  test('loads when the reader comes near', async ({ page }) => {
    const loaded = page.waitForRequest('**/embed.html?far');
    let requested = false;
    loaded.then(() => { requested = true; });
    await openHost(page, `${SCRIPT}<div style="height: 20000px">Far above.</div>${link('?far')}`);
    await expect(page.locator('iframe')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    expect(requested).toBe(false);
    await page.locator('iframe').scrollIntoViewIfNeeded();
    await loaded;
    await inFrame(page);
    await expectFitting(page);
  });

  test('leaves no global name', async ({ page }) => {
    await openHost(page, link());
    const names = () => page.evaluate(() => Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name)));
    const before = await names();
    await page.addScriptTag({ url: `${ELSEWHERE}embed.js` });
    await inFrame(page);
    expect(await names()).toEqual(before);
  });

  test('that leads to a script makes no frame', async ({ page }) => {
    await openHost(page, `${SCRIPT}<a data-paged-attention-explainer href="javascript:alert()">No</a>${link()}`);
    await inFrame(page);
    await expect(page.locator('iframe')).toHaveCount(1);
    await expect(page.getByText('No')).toBeVisible();
  });

  test('works under a strict policy', async ({ page }) => {
    const policy = `default-src 'none'; script-src ${ELSEWHERE}; style-src data:; img-src data:; frame-src ${ELSEWHERE}`;
    await openHost(page, `${SCRIPT}${link()}`, { headers: { 'content-security-policy': policy } });
    await inFrame(page);
    await expectFitting(page);
  });

  test('hears nothing of other windows, and nothing malformed', async ({ page }) => {
    await openHost(page, `${SCRIPT}${link()}<iframe id="other" srcdoc="Other"></iframe>`);
    await inFrame(page);
    const content = await expectFitting(page);
    const message = { source: 'paged-attention-explainer', version: 1, id: '', type: 'resize', height: 3333 };
    await page.evaluate((data) => {
      postMessage(data, '*');
      const other = /** @type {Window} */ (document.querySelector('iframe')?.contentWindow);
      for (const malformed of [null, 'text', 5n, { ...data, version: 2 }]) other.parent.postMessage(malformed, '*');
    }, message);
    await page.frames().find((each) => each.url() === 'about:srcdoc')?.evaluate((data) => parent.postMessage(data, '*'), message);
    const inner = /** @type {Frame} */ (page.frames().find((each) => each.url().startsWith(ELSEWHERE)));
    await inner.evaluate((data) => {
      for (const malformed of [null, 'text', 5n, [], { ...data, version: 2 }, { ...data, height: '3' }, { ...data, height: NaN },
        { ...data, height: 3n }, { ...data, height: {} }, { ...data, type: {} }]) parent.postMessage(malformed, '*');
    }, { ...message, height: undefined });
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    expect((await page.locator('iframe').first().boundingBox())?.height).toBe(content);
    await inner.evaluate((data) => parent.postMessage(data, '*'), message);
    await expect.poll(async () => (await page.locator('iframe').first().boundingBox())?.height).toBe(3333);
  });
});

test.describe('where a frame does not work', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  /** @param {Page} page */
  const expectLinkAbove = (page) => expect(async () => {
    const [link, frame] = await Promise.all(['a', 'iframe'].map((each) => page.locator(each).boundingBox()));
    expect((link?.y ?? NaN) + (link?.height ?? NaN)).toBeLessThanOrEqual((frame?.y ?? NaN) + 1);
  }).toPass({ timeout: 15_000 });

  test('the link stays when it cannot be loaded', async ({ page }) => {
    await openHost(page, `${SCRIPT}${link()}`);
    await page.route('**/embed.html', (route) => route.abort());
    await page.reload();
    await expect(page.locator('iframe')).toHaveCount(1);
    await expect(page.locator('a')).toBeVisible();
    await expectLinkAbove(page);
  });

  test('the link stands above it when it cannot go on, until it can', async ({ page }) => {
    await openHost(page, `${LISTEN}${SCRIPT}${link('?id=broken')}`);
    await page.route('**/*.wasm', (route) => route.abort());
    await page.reload();
    const inside = page.locator('iframe').contentFrame();
    await expect.poll(async () => (await heard(page, 'error')).length).toBe(1);
    await expect(inside.locator('.failure')).toContainText('could not be fetched');
    await expect(inside.getByText('Fifty requests use 14.2 %')).toBeVisible();
    await expect(page.locator('a')).toBeVisible();
    await expectFitting(page);
    await expectLinkAbove(page);
    expect(await heard(page, 'error')).toEqual([{
      source: 'paged-attention-explainer', version: 1, id: 'broken', type: 'error',
      message: expect.stringContaining('could not be fetched'),
    }]);
    expect(await heard(page, 'ready')).toEqual([]);
    await page.unroute('**/*.wasm');
    await inside.getByRole('button', { name: 'Start again' }).click();
    await expect(page.locator('a')).toBeHidden();
    await expectFitting(page);
  });
});

test.describe('a frame and its host', () => {
  test('the frame says that it is ready, how high it is, and what the reader has changed', async ({ page }) => {
    await openHost(page, `${LISTEN}${frame('?id=the%20first&max-length=4096')}`);
    const { explainer } = await inFrame(page);
    const common = { source: 'paged-attention-explainer', version: 1, id: 'the first' };
    await expect.poll(() => heard(page, 'ready')).toEqual([{ ...common, type: 'ready', height: expect.any(Number) }]);
    const [{ height }] = await heard(page, 'ready');
    await explainer.element.getByText('Reproduce in NumPy').click();
    await expect.poll(async () => (await heard(page, 'resize')).at(-1)?.height).toBeGreaterThan(height ?? Infinity);
    await explainer.slider('Block size').press('ArrowRight');
    await expect.poll(() => heard(page, 'change'))
      .toEqual([{ ...common, type: 'change', summary: expect.any(Object), query: 'max-length=4096&block-size=32' }]);
    // What was told when it changed is what is so; a run that goes on may have added to it since.
    const [{ summary }] = await heard(page, 'change');
    expect(summary).toMatchObject({ blockSize: 32, maxLength: 4096 });
    expect(await explainer.summary()).toMatchObject(summary ?? {});
  });

  test('the height does not follow that of the frame', async ({ page }) => {
    await openHost(page, `${LISTEN}${frame()}`);
    await inFrame(page);
    await expect.poll(async () => (await heard(page, 'ready')).length).toBe(1);
    const [{ height }] = await heard(page, 'ready');
    for (const given of [3000, 200]) {
      await page.locator('iframe').evaluate((element, set) => element.setAttribute('height', String(set)), given);
      await page.waitForTimeout(200);
    }
    await page.locator('iframe').evaluate((element, set) => element.setAttribute('height', String(set)), height);
    await page.waitForTimeout(200);
    // Less room for it has a scroll bar beside it, no more.
    for (const { height: told } of await heard(page, 'resize')) expect(Math.abs((told ?? 0) - (height ?? 0))).toBeLessThan(60);
  });

  test('an id that is too long is none', async ({ page }) => {
    await openHost(page, `${LISTEN}${frame(`?id=${'x'.repeat(100)}`)}${frame(`?id=${'x'.repeat(101)}`)}`);
    await inFrame(page, 0);
    await inFrame(page, 1);
    await expect.poll(async () => (await heard(page, 'ready', 0)).map(({ id }) => id.length)).toEqual([100]);
    await expect.poll(async () => (await heard(page, 'ready', 1)).map(({ id }) => id.length)).toEqual([0]);
  });

  test('the host sets parameters and theme, and has them reset to those of the address', async ({ page }) => {
    await openHost(page, `${LISTEN}${frame('?block-size=64&id=mine')}`);
    const { explainer } = await inFrame(page);
    await say(page, toExplainer({ type: 'set', parameters: { blockSize: 8, 'max-length': '512', controls: 'min', id: 'x', onclick: 'y' } }));
    await expect.poll(() => explainer.summary()).toMatchObject({ blockSize: 8, maxLength: 512 });
    await expect(explainer.button('Reset')).toBeHidden();
    expect(await explainer.element.evaluate((element) => element.getAttributeNames().toSorted()))
      .toEqual(['block-size', 'controls', 'max-length']);
    await say(page, toExplainer({ type: 'theme', theme: 'dark' }));
    await expectTheme(explainer, 'dark');
    await say(page, toExplainer({ type: 'reset' }));
    await expect.poll(() => explainer.summary()).toMatchObject({ blockSize: 64, maxLength: 2048 });
    // As with native controls, what a script does is no change of the reader's.
    expect(await heard(page, 'change')).toEqual([]);
  });

  test('what is malformed changes nothing', async ({ page }) => {
    await openHost(page, `${LISTEN}${frame()}`);
    const { explainer } = await inFrame(page);
    const set = toExplainer({ type: 'set', parameters: { blockSize: 8 } });
    for (const malformed of [
      null, 7, 'set', [], {}, { ...set, target: 'another' }, { ...set, version: 2 }, { ...set, type: 'toString' },
      { ...set, type: 'constructor' }, { ...set, type: ['set', 'reset'] }, { ...set, parameters: null }, { ...set, parameters: 'blockSize' },
      { ...set, parameters: { blockSize: { valueOf: 8 } } }, { ...set, parameters: { blockSize: null } },
      toExplainer({ type: 'theme', theme: 'pink' }), toExplainer({ type: 'theme' }),
    ]) await say(page, malformed);
    await page.waitForTimeout(100);
    await explainer.frame();
    expect(await explainer.summary()).toMatchObject({ blockSize: 16 });
    await expect(explainer.notices).toBeEmpty();
    await say(page, set);
    await expect.poll(() => explainer.summary()).toMatchObject({ blockSize: 8 });
  });

  test('nobody but the host is heard', async ({ page }) => {
    await openHost(page, `${LISTEN}${frame()}<iframe srcdoc="Other" title="Other"></iframe>`);
    const { explainer } = await inFrame(page);
    const set = toExplainer({ type: 'set', parameters: { blockSize: 8 } });
    await page.frames().find((each) => each.url() === 'about:srcdoc')?.evaluate((message) => parent.frames[0].postMessage(message, '*'), set);
    await page.frames().find((each) => each.url().startsWith(ELSEWHERE))?.evaluate((message) => postMessage(message, '*'), set);
    await page.waitForTimeout(100);
    expect(await explainer.summary()).toMatchObject({ blockSize: 16 });
  });

  test('two on one page are independent', async ({ page }) => {
    await openHost(page, `${LISTEN}${SCRIPT}<div>${link('?id=a&figures=ledger&sequences=10')}</div><div>${link('?id=b&figures=ledger&controls=none')}</div>`);
    const first = await inFrame(page, 0);
    const second = await inFrame(page, 1);
    await say(page, toExplainer({ type: 'set', parameters: { blockSize: 8 } }), 1);
    await expect.poll(() => second.explainer.summary()).toMatchObject({ sequences: 50, blockSize: 8 });
    expect(await first.explainer.summary()).toMatchObject({ sequences: 10, blockSize: 16 });
    expect(await expectFitting(page, 0)).toBeGreaterThan(await expectFitting(page, 1));
    expect((await heard(page, 'ready', 1)).map(({ id }) => id)).toEqual(['b']);
  });

  test('opened on its own it says nothing, and works', async ({ explainer, page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { heard: [] });
      addEventListener('message', ({ data }) => Reflect.get(window, 'heard').push(data));
    });
    await page.goto('embed.html?block-size=8');
    await explainer.drawn();
    await explainer.slider('Sequences').press('ArrowRight');
    await page.evaluate((message) => postMessage(message, '*'), toExplainer({ type: 'set', parameters: { seed: 7 } }));
    await page.waitForTimeout(100);
    expect(await explainer.summary()).toMatchObject({ sequences: 51, blockSize: 8, seed: 42 });
    expect(await page.evaluate(() => Reflect.get(window, 'heard').length)).toBe(1);
    expect(new URL(page.url()).search).toBe('?block-size=8');
    // Nothing around the explainer.
    expect(await explainer.element.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280 });
  });
});

test.describe('in a sandbox', () => {
  const SANDBOXED = frame('?id=boxed', 'sandbox="allow-scripts"');

  test('it works where the server lets everybody fetch', async ({ page }) => {
    await openHost(page, `${LISTEN}${SANDBOXED}`, { productHeaders: { 'access-control-allow-origin': '*' } });
    const { explainer } = await inFrame(page);
    await expect.poll(async () => (await heard(page, 'ready')).length).toBe(1);
    await say(page, toExplainer({ type: 'set', parameters: { blockSize: 8 } }));
    await expect.poll(() => explainer.summary()).toMatchObject({ blockSize: 8 });
    await explainer.slider('Block size').press('ArrowRight');
    await expect.poll(async () => (await heard(page, 'change')).map(({ query }) => query)).toEqual([ '' ]);
  });

  test('that keeps its origin it works anywhere', async ({ page }) => {
    await openHost(page, frame('', 'sandbox="allow-scripts allow-same-origin"'));
    const { explainer } = await inFrame(page);
    await expect(explainer.finding).toContainText('paging uses 97.4 %');
  });

  test.describe('elsewhere', () => {
    test.use({ expectedErrors: [/blocked by CORS policy|Failed to load resource/] });

    test('there is the finding in words, and a picture', async ({ page }) => {
      // From the test's own server: to what a test makes up, its tool adds leave for everybody.
      await page.route('**/host.html', (route) => route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>A host</title><link rel="icon" href="data:,">
          <iframe sandbox="allow-scripts" src="embed.html" title="Explainer" width="700" height="500"></iframe>`,
      }));
      await page.goto('host.html');
      const inside = page.locator('iframe').contentFrame();
      await expect(inside.getByText('97.4 % of what paging does')).toBeVisible();
      await expect(inside.locator('img').first()).toBeVisible();
      expect(await inside.locator('img').first().evaluate((img) => /** @type {HTMLImageElement} */ (img).naturalWidth)).toBeGreaterThan(0);
    });
  });
});

test.describe('the background', () => {
  const MAGENTA = 'html { background: #ff00ff; }';

  /** The corner of a frame, outside of the explainer's rounded one. @param {Page} page */
  async function expectTransparent(page) {
    const box = await page.locator('iframe').boundingBox();
    await expect.poll(() => pixel(page, Math.round(box?.x ?? 0) + 1, Math.round(box?.y ?? 0) + 1)).toEqual([255, 0, 255]);
  }

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test.describe(`with a reader who prefers ${colorScheme}`, () => {
      test.use({ colorScheme });

      for (const scheme of ['normal', 'light dark', colorScheme]) {
        for (const theme of ['auto', 'light', 'dark']) {
          test(`is that of a host whose scheme is ${scheme}, in theme ${theme}`, async ({ page }) => {
            await openHost(page, `${SCRIPT}${link('', `data-theme="${theme}"`)}`, { style: `${MAGENTA} html { color-scheme: ${scheme}; }` });
            const { explainer } = await inFrame(page);
            await expect(page.locator('a')).toBeHidden();
            await expectTransparent(page);
            const dark = theme === 'dark' || (theme === 'auto' && colorScheme === 'dark');
            await expectTheme(explainer, dark ? 'dark' : 'light');
          });
        }
      }
    });
  }

  test.describe('where the browser tells frames the scheme around them', () => {
    // Emulating a preference, as the tests do otherwise, hides that scheme from frames.
    test.use({ colorScheme: null });

    test('the frame follows a host that says its theme in another way, and stays transparent', async ({ page }) => {
      await openHost(page, `${SCRIPT}${link()}`, { style: MAGENTA });
      const { explainer } = await inFrame(page);
      await expect(page.locator('a')).toBeHidden();
      for (const theme of /** @type {const} */ (['dark', 'light', 'dark'])) {
        await page.evaluate((name) => { document.body.dataset.theme = name; }, theme);
        await expectTheme(explainer, theme);
        await expectTransparent(page);
      }
    });

    test('the frame follows the host, and stays transparent', async ({ page }) => {
      await openHost(page, `${SCRIPT}${link()}`, { style: `${MAGENTA} html.night { color-scheme: dark; }` });
      const { explainer } = await inFrame(page);
      await expect(page.locator('a')).toBeHidden();
      for (const [name, theme] of /** @type {const} */ ([['night', 'dark'], ['', 'light'], ['night', 'dark']])) {
        await page.evaluate((className) => { document.documentElement.className = className; }, name);
        await expectTheme(explainer, theme);
        await expectTransparent(page);
      }
    });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a frame has the finding in words, and a picture', async ({ page }) => {
    await page.goto('embed.html');
    await expect(page.getByText('97.4 % of what paging does')).toBeVisible();
    await expect(page.locator('img').first()).toBeVisible();
  });
});
