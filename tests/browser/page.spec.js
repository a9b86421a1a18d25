// The page as a whole: its weight, its requests, its place; and several explainers on one page.
import { brotliCompressSync } from 'node:zlib';
import { Explainer, expect, test } from './explainer.js';

/** All that the page loads first, compressed, in bytes. */
const MOST_BYTES = 110_000;

test('what the page loads first is light, and comes from nowhere else', async ({ explainer, page, baseURL }) => {
  /** @type {Promise<[string, number]>[]} */
  const loads = [];
  page.on('response', (response) => {
    const url = response.url();
    if (!url.startsWith('data:')) loads.push(response.body().then((body) => [url, brotliCompressSync(body).length]));
  });
  await explainer.open();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(loads);
  for (const [url] of sizes) expect(url.startsWith(baseURL ?? 'nowhere'), url).toBe(true);
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(`${(bytes / 1000).toFixed(1)} kB in ${sizes.length} files:`, sizes.map(([url, size]) => `${new URL(url).pathname} ${size}`).join(', '));
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  expect(sizes.some(([url]) => url.endsWith('.wasm'))).toBe(true);
});

test('the site works from any folder', async ({ explainer }) => {
  await explainer.open('any/folder/?seed=0');
  expect((await explainer.summary())?.tokens).toBe(15709);
});

test('several on one page are independent', async ({ explainer, page }) => {
  await explainer.open();
  await page.evaluate(() => {
    const other = document.createElement('paged-attention-explainer');
    other.id = 'other';
    other.setAttribute('sequences', '10');
    document.querySelector('main')?.append(other);
    return Reflect.get(other, 'ready');
  });
  const other = new Explainer(page, page.locator('#other'));
  const first = new Explainer(page, page.locator('paged-attention-explainer').first());
  await other.slider('Block size').press('End');
  await first.slider('Sequences').press('Home');
  await first.frame();
  expect(await other.summary()).toMatchObject({ sequences: 10, blockSize: 256 });
  expect(await first.summary()).toMatchObject({ sequences: 1, blockSize: 16 });
});

test('removed, moved and put back it goes on where it was', async ({ explainer, page }) => {
  await explainer.open();
  await explainer.slider('Block size').press('End');
  const seen = await page.evaluate(async () => {
    const element = document.querySelector('paged-attention-explainer');
    const elsewhere = document.createElement('section');
    document.body.append(elsewhere);
    element?.remove();
    const while_removed = Reflect.get(element ?? {}, 'summary');
    if (element) elsewhere.append(element);
    return { while_removed };
  });
  expect(seen.while_removed).toBeNull();
  await expect.poll(() => explainer.summary()).toMatchObject({ blockSize: 256 });
  await explainer.frame();
  expect((await explainer.extent('utilization', '#009e73')).count).toBeGreaterThan(100);
  await explainer.slider('Block size').press('ArrowLeft');
  await expect.poll(async () => (await explainer.summary())?.blockSize).toBe(128);
});

test('moved before a change of the reader is told, it goes on with it', async ({ explainer, page }) => {
  await explainer.open();
  await page.evaluate(() => {
    const element = document.querySelector('paged-attention-explainer');
    const slider = /** @type {HTMLInputElement | null | undefined} */ (
      element?.shadowRoot?.querySelector('[data-parameter="block-size"] input[type=range]'));
    if (!element || !slider) return;
    slider.value = '5';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    document.body.append(element);
  });
  await expect.poll(() => explainer.summary()).toMatchObject({ blockSize: 32 });
  await expect(explainer.element).toHaveAttribute('block-size', '32');
});

test('on a page without any styles of ours it looks the same, moved or not', async ({ explainer, page, baseURL }) => {
  await page.route('**/host.html', (route) => route.fulfill({
    contentType: 'text/html',
    body: `<!doctype html><title>A host</title><link rel="icon" href="data:,">
      <script type="module" src="${baseURL}www/define.js"></script>
      <div id="one"><paged-attention-explainer block-size="8"></paged-attention-explainer></div><div id="two"></div>`,
  }));
  await page.goto('host.html');
  await explainer.drawn();
  const bars = () => explainer.extent('utilization', '#009e73');
  expect((await bars()).count).toBeGreaterThan(100);
  await page.evaluate(() => document.querySelector('#two')?.append(document.querySelector('paged-attention-explainer') ?? ''));
  await expect.poll(() => explainer.summary()).toMatchObject({ blockSize: 8 });
  await explainer.frame();
  expect((await bars()).count).toBeGreaterThan(100);
  expect(new URL(page.url()).search).toBe('');
});

test('what the reader typed and had corrected survives a move, without its notice', async ({ explainer, page }) => {
  await explainer.open();
  await explainer.field('Maximum length').fill('99999999');
  await explainer.field('Maximum length').press('Enter');
  await expect(explainer.notices).toContainText('is too large');
  await page.evaluate(() => document.body.append(document.querySelector('paged-attention-explainer') ?? ''));
  await expect.poll(() => explainer.summary()).toMatchObject({ maxLength: 1_048_576 });
  await expect(explainer.notices).toBeEmpty();
});

test('an address can be had before the engine is there', async ({ explainer, page }) => {
  await page.route('**/*.wasm', () => {});
  await page.goto('?sequences=7');
  await expect.poll(() => explainer.element.evaluate((element) =>
    Reflect.get(element, 'addressOf')?.call(element, 'http://host/?kept=1'))).toBe('http://host/?kept=1&sequences=7');
});

test('two hundred that come and go leave nothing behind', async ({ explainer, page }) => {
  // Two hundred starts take a while on a busy machine.
  test.slow();
  await explainer.open();
  const left = await page.evaluate(async () => {
    const { Explainer } = await import(new URL('www/pkg/paged_attention_explainer.js', document.baseURI).href);
    const { free } = Explainer.prototype;
    let freed = 0;
    Explainer.prototype.free = function () {
      freed += 1;
      return free.call(this);
    };
    const gone = [];
    for (let i = 0; i < 200; i += 1) {
      const element = document.createElement('paged-attention-explainer');
      document.body.append(element);
      if (i % 10 === 0) await Reflect.get(element, 'ready');
      else await new Promise((done) => setTimeout(done));
      element.remove();
      gone.push(new WeakRef(element));
    }
    Object.assign(window, { gone });
    return freed;
  });
  expect(left).toBe(200);
  const devtools = await page.context().newCDPSession(page);
  await expect.poll(async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    return page.evaluate(() => Reflect.get(window, 'gone').filter((/** @type {WeakRef<Element>} */ each) => each.deref()).length);
  }).toBeLessThanOrEqual(1);
});

test('registering it twice is harmless', async ({ explainer, page }) => {
  await explainer.open();
  await page.evaluate(() => import(new URL('www/define.js?again', document.baseURI).href));
  expect(await page.evaluate(() => typeof customElements.get('paged-attention-explainer'))).toBe('function');
});

/**
 * What the page says of its cases, held against the numbers that are then on screen.
 *
 * @type {Record<string, Record<string, number | string>>}
 */
const CASES = {
  'The article’s': { sequences: 50, maxLength: 2048, blockSize: 16, lengthMean: 291.64 },
  'Blocks of one token': { pagedInternal: 0, pagedBlocks: 14582 },
  'A block as large as the maximum': { capacityMultiplier: 1, pagedSlots: 102400 },
  'Lengths that are multiples of the block': { lengthMin: 512, lengthMax: 512, pagedBlocks: 32 * 50, pagedInternal: 0, contiguousUtilization: 0.25 },
  'A single request': { sequences: 1, lengthMax: 275 },
  'Very short requests': { lengthMin: 50, lengthMax: 50, pagedSlots: 3200, pagedInternal: 700 },
  'A model for 128K tokens': {
    maxLength: 131072, contiguousUtilization: 14582 / (50 * 131072), maxLengthBytes: 16 * 2 ** 30, memory: 12, contiguousAdmitted: 0,
  },
  'Real conversations': { maxLength: 16384, workload: 'azure-2023-conversation' },
};

test('each of the cases is shown by one press, as its sentence says, and can be shared', async ({ explainer, page }) => {
  await explainer.open('?seed=1&block-size=8');
  expect(await page.locator('.cases a').allTextContents()).toEqual(Object.keys(CASES));
  for (const [name, numbers] of Object.entries(CASES)) {
    const link = page.getByRole('link', { name, exact: true });
    await link.click();
    await explainer.frame();
    expect(await explainer.summary(), name).toMatchObject({ seed: 42, ...numbers });
    await expect(explainer.finding).toBeInViewport();
    await expect(explainer.element).toBeFocused();
    const href = await link.evaluate((a) => new URL(/** @type {HTMLAnchorElement} */ (a).href).search);
    await expect.poll(() => new URL(page.url()).search, name).toBe(href);
  }
  const said = async (/** @type {string} */ name) => (await page.getByText(name).locator('..').textContent()) ?? '';
  expect(await said('Real conversations')).toContain((await explainer.metric('contiguous-utilization')).text);
  await page.getByRole('link', { name: 'A model for 128K tokens' }).click();
  await expect.poll(async () => said('A model for 128K tokens').then(async (text) => text.includes((await explainer.metric('contiguous-utilization')).text ?? 'nothing'))).toBe(true);
  expect((await explainer.summary())?.pagedAdmitted).toBeGreaterThan(300);
  expect((await explainer.summary())?.pagedAdmitted).toBeLessThan(350);
});
