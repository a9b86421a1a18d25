// The address, attributes, properties and events: what pages and links rely on.
import { expect, test } from './explainer.js';

/** @typedef {import('../../www/element.js').PagedAttentionExplainer} PagedAttentionExplainer */

test('an address sets every parameter', async ({ explainer }) => {
  await explainer.open('?sequences=1&max-length=1048576&block-size=4096&seed=4294967295&mean=2.5');
  expect(await explainer.summary()).toMatchObject({ sequences: 1, maxLength: 1048576, blockSize: 4096, seed: 4294967295 });
  await expect(explainer.field('Mean before clipping')).toHaveValue('2.5');
  await expect(explainer.notices).toBeEmpty();
});

test('the address bar follows, with what differs from the defaults and no more', async ({ explainer, page }) => {
  await explainer.open('?utm=kept#here');
  const entries = await page.evaluate(() => history.length);
  await explainer.field('Block size').fill('32');
  await explainer.field('Block size').press('Enter');
  await expect.poll(() => page.url()).toMatch(/\?utm=kept&block-size=32#here$/);
  await explainer.slider('Sequences').press('ArrowRight');
  await expect.poll(() => page.url()).toMatch(/\?utm=kept&sequences=51&block-size=32#here$/);
  await explainer.field('Block size').fill('16');
  await explainer.field('Block size').press('Enter');
  await expect.poll(() => page.url()).toMatch(/\?utm=kept&sequences=51#here$/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.reload();
  await explainer.drawn();
  expect((await explainer.summary())?.sequences).toBe(51);
});

test('of what else stands in the address nothing is touched', async ({ explainer, page }) => {
  await explainer.open('?flag&y=a%20b&sequences=9&z=1/2,3#here');
  await explainer.slider('Block size').press('ArrowRight');
  await expect.poll(() => page.url()).toMatch(/\?flag&y=a%20b&z=1\/2,3&sequences=9&block-size=32#here$/);
});

test('the address catches up after a burst of changes, and a browser that refuses it is no error', async ({ explainer, page }) => {
  await explainer.open();
  const rewrites = await page.evaluate(() => {
    Object.assign(window, { rewrites: 0 });
    const { replaceState } = history;
    history.replaceState = (...all) => {
      Reflect.set(window, 'rewrites', Reflect.get(window, 'rewrites') + 1);
      return replaceState.apply(history, all);
    };
    return 0;
  });
  expect(rewrites).toBe(0);
  for (let i = 0; i < 40; i += 1) await explainer.slider('Sequences').press('ArrowRight');
  await expect.poll(() => page.url()).toContain('?sequences=90');
  expect(await page.evaluate(() => Reflect.get(window, 'rewrites'))).toBeLessThan(40);
  await page.evaluate(() => {
    history.replaceState = () => {
      throw new DOMException('too often', 'SecurityError');
    };
  });
  await explainer.slider('Sequences').press('ArrowRight');
  await page.waitForTimeout(300);
  expect((await explainer.summary())?.sequences).toBe(91);
});

test('the address follows a slider that is still moving', async ({ explainer, page }) => {
  await explainer.open();
  await explainer.slider('Block size').evaluate((slider) => {
    /** @type {HTMLInputElement} */ (slider).value = '5';
    slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  });
  await expect.poll(() => page.url()).toContain('?block-size=32');
});

test('the link that is copied shows the same', async ({ explainer, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await explainer.open('?sequences=123&theme=dark');
  await explainer.button('Copy link').click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\?sequences=123&theme=dark$/);
});

/** @type {[string, Record<string, number>, RegExp][]} */
const BAD = [
  ['?sequences=abc', { sequences: 50 }, /Sequences: “abc” is not a number; 50 is used/],
  ['?sequences=', { sequences: 50 }, /Sequences: no value was given; 50 is used/],
  ['?sequences=0', { sequences: 1 }, /Sequences: 0 is too small; 1,/],
  ['?sequences=1e99', { sequences: 1_000_000 }, /too large; 1,000,000,/],
  ['?max-length=-5', { maxLength: 1 }, /Maximum length: -5 is too small/],
  ['?max-length=1048577', { maxLength: 1_048_576 }, /too large/],
  ['?block-size=NaN', { blockSize: 16 }, /“NaN” is not a number/],
  ['?block-size=Infinity', { blockSize: 16 }, /“Infinity” is not a number/],
  ['?block-size=2.5', { blockSize: 3 }, /not a whole number/],
  ['?seed=-1', { seed: 0 }, /too small/],
  ['?seed=4294967296', { seed: 4_294_967_295 }, /too large/],
  ['?mean=0', { lengthMin: 50 }, /Mean before clipping: 0 is too small; 1,/],
  ['?mean=%3Cb%3Ebold%3C/b%3E', { lengthMax: 1051 }, /“<b>bold<\/b>” is not a number; 300/],
  ['?theme=purple', { tokens: 14582 }, /theme: “purple” is none of/],
  ['?controls=some', { tokens: 14582 }, /controls: “some” is none of/],
  ['?figures=none%20utilization', { tokens: 14582 }, /figures: there is no “none”/],
  ['?sequences=1&sequences=x', { sequences: 50 }, /“x” is not a number/],
];
for (const [query, expected, notice] of BAD) {
  test(`${query} is corrected, and the page says so`, async ({ explainer }) => {
    await explainer.open(query);
    expect(await explainer.summary()).toMatchObject(expected);
    await expect(explainer.notices).toHaveText(notice);
    await expect(explainer.notices).toHaveRole('status');
    await expect(explainer.finding).not.toContainText(/NaN|undefined|Infinity/);
    expect((await explainer.extent('utilization', '#009e73')).count).toBeGreaterThan(100);
  });
}

test('a field left empty or out of range comes back to an allowed value, and says why', async ({ explainer }) => {
  await explainer.open();
  const field = explainer.field('Maximum length');
  await field.fill('');
  await field.blur();
  await expect(field).toHaveValue('2048');
  await expect(explainer.notices).toBeEmpty();
  await field.fill('99999999');
  await field.press('Enter');
  await expect(field).toHaveValue('1048576');
  await expect(explainer.notices).toContainText('Maximum length: 99999999 is too large');
  await field.fill('100');
  await field.press('Enter');
  await expect(explainer.notices).toBeEmpty();
});

test('what is typed and is no number is not kept, and the reader is told', async ({ explainer, page }) => {
  await explainer.open();
  const field = explainer.field('Block size');
  await field.selectText();
  await page.keyboard.type('e-');
  await field.blur();
  await expect(explainer.notices).toContainText('Block size: that is not a number; 16 is kept.');
  await expect(field).toHaveValue('16');
});

test('properties set before the class is there are not lost', async ({ page, explainer, baseURL }) => {
  await page.route('**/host.html', (route) => route.fulfill({
    contentType: 'text/html',
    body: `<!doctype html><title>A host</title><link rel="icon" href="data:,">
      <paged-attention-explainer></paged-attention-explainer>
      <script>Object.assign(document.querySelector('paged-attention-explainer'), { sequences: 200, blockSize: 32 })</script>
      <script type="module" src="${baseURL}www/define.js"></script>`,
  }));
  await page.goto('host.html');
  await explainer.drawn();
  expect(await explainer.summary()).toMatchObject({ sequences: 200, blockSize: 32 });
  expect(await explainer.element.evaluate((element) => Object.keys(element))).toEqual([]);
});

test('typing is not interrupted', async ({ explainer }) => {
  await explainer.open();
  const field = explainer.field('Maximum length');
  await field.selectText();
  await field.pressSequentially('1000', { delay: 30 });
  await expect(field).toHaveValue('1000');
  expect((await explainer.summary())?.maxLength).toBe(1000);
});

test('attributes and properties mirror each other', async ({ explainer }) => {
  await explainer.open();
  const seen = await explainer.element.evaluate(async (element) => {
    const explainer = /** @type {PagedAttentionExplainer} */ (element);
    const frame = () => new Promise(requestAnimationFrame);
    explainer.setAttribute('block-size', '64');
    const fromAttribute = explainer.blockSize;
    explainer.maxLength = 4096;
    const fromProperty = explainer.getAttribute('max-length');
    explainer.removeAttribute('block-size');
    const removed = explainer.blockSize;
    explainer.sequences = /** @type {any} */ ('nonsense');
    const corrected = explainer.sequences;
    await frame();
    return { fromAttribute, fromProperty, removed, corrected, summary: explainer.summary };
  });
  expect(seen).toMatchObject({ fromAttribute: 64, fromProperty: '4096', removed: 16, corrected: 50 });
  expect(seen.summary).toMatchObject({ maxLength: 4096, blockSize: 16, sequences: 50 });
});

test('a slider is reflected by the attribute', async ({ explainer }) => {
  await explainer.open();
  await explainer.slider('Block size').press('ArrowRight');
  await expect(explainer.element).toHaveAttribute('block-size', '32');
});

test('input and change tell the host, once each, and bubble', async ({ explainer, page }) => {
  await explainer.open();
  await page.evaluate(() => {
    Object.assign(window, { heard: [] });
    for (const type of ['input', 'change']) {
      document.addEventListener(type, ({ target }) => {
        const explainer = /** @type {PagedAttentionExplainer} */ (target);
        Reflect.get(window, 'heard').push([type, explainer.localName, explainer.blockSize, explainer.summary?.blockSize]);
      });
    }
  });
  await explainer.slider('Block size').press('ArrowLeft');
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([
    ['input', 'paged-attention-explainer', 8, 8],
    ['change', 'paged-attention-explainer', 8, 8],
  ]);
});

test('texts are read as the native tests of params.rs have it', async ({ explainer }) => {
  await explainer.open();
  const read = (/** @type {string} */ text) => explainer.element.evaluate((element, value) => {
    element.setAttribute('block-size', value);
    return Reflect.get(element, 'blockSize');
  }, text);
  for (const text of ['', ' ', 'abc', 'NaN', 'inf', 'infinity', '0x10', '0b1', '1,000', '1_0', '--1', '1e', 'e', '.', '１６', '16 tokens']) {
    await explainer.element.evaluate((element) => element.setAttribute('block-size', '8'));
    expect(await read(text), text).toBe(16);
  }
  for (const [text, value] of [['1e1', 10], ['+8', 8], [' 32 ', 32], ['5.', 5], ['.5e2', 50], ['1e999', 4096], ['-0', 1]]) {
    expect(await read(String(text)), String(text)).toBe(value);
  }
});

test('a parameter whose name was written in another way is one of ours all the same', async ({ explainer, page }) => {
  await explainer.open('?block%2Dsize=32&other=1');
  await explainer.slider('Block size').press('ArrowLeft');
  await expect.poll(() => page.url()).toMatch(/\/\?other=1$/);
});

test('text that is no text ends in an address all the same', async ({ explainer }) => {
  await explainer.open();
  const address = await explainer.element.evaluate((element) => {
    element.setAttribute('figures', '\ud800');
    return Reflect.get(element, 'addressOf').call(element, 'https://host/');
  });
  expect(address).toBe('https://host/?figures=%EF%BF%BD');
});

test('the summary is read-only', async ({ explainer }) => {
  await explainer.open();
  expect(await explainer.element.evaluate((element) => Object.isFrozen(Reflect.get(element, 'summary')))).toBe(true);
});

test('controls and figures can be chosen', async ({ explainer }) => {
  await explainer.open('?controls=none&figures=utilization');
  await expect(explainer.slider('Sequences')).toBeHidden();
  await expect(explainer.button('Reset')).toBeHidden();
  await expect(explainer.canvas('histogram')).toBeHidden();
  await expect(explainer.canvas('utilization')).toBeVisible();
  await explainer.element.evaluate((element) => {
    element.setAttribute('controls', 'min');
    element.setAttribute('figures', 'utilization histogram');
  });
  await expect(explainer.slider('Sequences')).toBeVisible();
  await expect(explainer.button('Reset')).toBeHidden();
  expect(await explainer.element.locator('canvas:visible').evaluateAll((all) => all.map((each) => each.dataset.figure)))
    .toEqual(['utilization', 'histogram']);
  const [first, second] = await Promise.all(['utilization', 'histogram'].map((name) => explainer.canvas(name).boundingBox()));
  expect(first?.x).toBeLessThan(second?.x ?? 0);
  expect((await explainer.extent('histogram', '#6f8ba8')).count).toBeGreaterThan(100);
});

test('the names that the element observes are those that the engine knows', async ({ explainer }) => {
  await explainer.open();
  const names = await explainer.page.evaluate(async () => {
    const { PagedAttentionExplainer } = await import(new URL('www/element.js', document.baseURI).href);
    const { parameters } = await import(new URL('www/pkg/paged_attention_explainer.js', document.baseURI).href);
    const engine = parameters().map((/** @type {{ name: string }} */ { name }) => name);
    return { observed: PagedAttentionExplainer.observedAttributes.slice(0, engine.length), engine };
  });
  expect(names.observed.toSorted()).toEqual(names.engine.toSorted());
});
