// What the reader sees when something does not work: what happened, the fallback, and a way to start again.
import { expect, test } from './explainer.js';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./explainer.js').Explainer} Explainer */

const MODULE = '**/*_bg.wasm';

/**
 * @param {Explainer} explainer
 * @param {RegExp} message
 */
async function expectFailure(explainer, message) {
  await expect(explainer.element.locator('.failure')).toContainText(message);
  await expect(explainer.element.locator('.failure')).toHaveRole('alert');
  await expect(explainer.page.getByText('Fifty requests, 50 to 1,051 tokens long')).toBeVisible();
  await expect(explainer.page.locator('paged-attention-explainer img').first()).toBeVisible();
  await expect(explainer.finding).toBeHidden();
  await expect(explainer.element.locator('.failure')).toHaveCSS('border-radius', '12px');
}

/** @param {Explainer} explainer */
async function expectRecovery(explainer) {
  await explainer.button('Start again').click();
  await expect(explainer.finding).toContainText('paging uses 97.4 %');
  await explainer.drawn();
  expect((await explainer.extent('utilization', '#009e73')).count).toBeGreaterThan(100);
  await expect(explainer.element.locator('.failure')).toBeHidden();
  await expect(explainer.element.locator('.explainer')).toBeFocused();
}

test.describe('the module', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('cannot be reached', async ({ explainer, page }) => {
    await page.route(MODULE, (route) => route.abort());
    await page.goto('');
    await expectFailure(explainer, /module could not be fetched/);
    await page.unroute(MODULE);
    await expectRecovery(explainer);
  });

  test('comes back, and so does an element that is put back', async ({ explainer, page }) => {
    await page.route(MODULE, (route) => route.abort());
    await page.goto('');
    await expectFailure(explainer, /module could not be fetched/);
    await page.unroute(MODULE);
    await page.evaluate(() => {
      const element = document.querySelector('paged-attention-explainer');
      element?.remove();
      if (element) document.body.append(element);
    });
    await explainer.drawn();
    await expect(explainer.finding).toContainText('paging uses 97.4 %');
  });

  test('is not there', async ({ explainer, page }) => {
    await page.route(MODULE, (route) => route.fulfill({ status: 404, body: 'not here' }));
    await page.goto('');
    await expectFailure(explainer, /could not be fetched \(status 404\)/);
    await page.unroute(MODULE);
    await expectRecovery(explainer);
  });

  test('is damaged', async ({ explainer, page }) => {
    await page.route(MODULE, (route) => route.fulfill({ contentType: 'application/wasm', body: '\0asm nonsense' }));
    await page.goto('');
    await expectFailure(explainer, /could not be started/);
    await page.unroute(MODULE);
    await expectRecovery(explainer);
  });

  test('comes with a wrong MIME type and works all the same', async ({ explainer, page }) => {
    await page.route(MODULE, async (route) => route.fulfill({ response: await route.fetch(), contentType: 'text/plain' }));
    await explainer.open();
    await expect(explainer.finding).toContainText('paging uses 97.4 %');
  });
});

test.describe('the bindings', () => {
  test.use({ expectedErrors: [/Failed to load/] });

  test('cannot be reached', async ({ explainer, page }) => {
    await page.route('**/pkg/paged*.js', (route) => route.abort());
    await page.goto('');
    await expectFailure(explainer, /A part of the explainer could not be fetched/);
    await page.unroute('**/pkg/paged*.js');
    await expectRecovery(explainer);
  });

  test('come with a wrong MIME type', async ({ explainer, page }) => {
    await page.route('**/pkg/paged*.js', async (route) => route.fulfill({ response: await route.fetch(), contentType: 'text/plain' }));
    await page.goto('');
    await expectFailure(explainer, /A part of the explainer could not be fetched/);
  });
});

test.describe('a content security policy', () => {
  test.use({ expectedErrors: [/Content Security Policy|unsafe-eval/] });

  /**
   * @param {Page} page
   * @param {string} policy
   */
  const underPolicy = (page, policy) => page.route(/\/(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
  });

  test('without wasm-unsafe-eval', async ({ explainer, page }) => {
    await underPolicy(page, "script-src 'self'; style-src 'self'");
    await page.goto('');
    await expectFailure(explainer, /content security policy.*'wasm-unsafe-eval'/);
  });

  test('that wants trusted types', async ({ explainer, page }) => {
    await underPolicy(page, "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; require-trusted-types-for 'script'");
    await explainer.open();
    await expect(explainer.finding).toContainText('paging uses 97.4 %');
  });

  test('with wasm-unsafe-eval and nothing inline', async ({ explainer, page }) => {
    await underPolicy(page, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:");
    await explainer.open();
    await expect(explainer.finding).toContainText('paging uses 97.4 %');
    expect((await explainer.extent('utilization', '#009e73')).count).toBeGreaterThan(100);
  });
});

test.describe('a panic', () => {
  test('is told, and the explainer can start again with what was chosen', async ({ explainer, page }) => {
    await setTrap(page, 'explainer_numpyLines');
    await explainer.open('?block-size=32');
    const second = await page.evaluate(() => {
      const other = document.createElement('paged-attention-explainer');
      other.id = 'other';
      other.setAttribute('block-size', '64');
      document.body.append(other);
      return Reflect.get(other, 'ready').then(() => Reflect.get(other, 'summary').blockSize);
    });
    expect(second).toBe(64);
    const first = page.locator('paged-attention-explainer').first();
    await page.evaluate(() => {
      document.querySelector('paged-attention-explainer')?.addEventListener('error', (event) =>
        Object.assign(window, { told: Reflect.get(event, 'detail').message }));
    });
    await first.getByText('Reproduce in NumPy').click();
    await expect(first.locator('.failure')).toContainText('The simulator has stopped unexpectedly');
    await expect(page.getByText('Fifty requests, 50 to 1,051 tokens long')).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'told'))).toContain('stopped unexpectedly');

    // The other one goes on, in a fresh instance.
    const other = page.locator('#other');
    await other.getByRole('slider', { name: 'Block size' }).press('ArrowLeft');
    await expect.poll(() => other.evaluate((element) => Reflect.get(element, 'summary').blockSize)).toBe(32);

    await first.getByText('Reproduce in NumPy').evaluate((summary) => summary.closest('details')?.removeAttribute('open'));
    await first.getByRole('button', { name: 'Start again' }).click();
    await expect(first.locator('[data-passage=finding]')).toBeVisible();
    expect(await first.evaluate((element) => Reflect.get(element, 'summary').blockSize)).toBe(32);
  });
});

test.describe('a panic while copying', () => {
  test('is told as well, and leaves no junk in the address', async ({ explainer, page }) => {
    await setTrap(page, 'explainer_summary');
    await explainer.open('?block-size=32');
    await explainer.element.getByText('What the numbers are').click();
    await explainer.slider('Sequences').press('ArrowRight');
    await explainer.button('Copy as text').click();
    await expect(explainer.element.locator('.failure')).toContainText('stopped unexpectedly');
    await page.waitForTimeout(400);
    expect(new URL(page.url()).search).toBe('?sequences=51&block-size=32');
    await explainer.button('Start again').click();
    await expect(explainer.finding).toBeVisible();
    expect(await explainer.summary()).toMatchObject({ sequences: 51, blockSize: 32 });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('there is the finding in words, and a picture', async ({ page }) => {
    await page.goto('');
    await expect(page.getByText('uses 97.4 %')).toBeVisible();
    const pictures = page.locator('paged-attention-explainer img');
    await expect(pictures).toHaveCount(2);
    for (const picture of await pictures.all()) await expect(picture).toBeVisible();
    await expect(pictures.last()).toHaveAttribute('alt', /14\.2 %/);
  });
});

test('without WebAssembly the page says so', async ({ explainer, page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  await page.goto('');
  await expectFailure(explainer, /no WebAssembly/);
});

/**
 * Serves the real module, but with one function that traps, as a panic does.
 *
 * @param {Page} page
 * @param {string} name
 */
async function setTrap(page, name) {
  await page.route(MODULE, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: withTrap(await response.body(), name) });
  });
}

/**
 * A WebAssembly module in which one exported function does nothing but trap.
 *
 * @param {Buffer} module
 * @param {string} name
 */
function withTrap(module, name) {
  const bytes = Uint8Array.from(module);
  let imported = 0;
  let index = -1;
  for (let at = 8; at < bytes.length;) {
    const section = bytes[at];
    const [size, start] = leb(bytes, at + 1);
    if (section === 2) imported = importedFunctions(bytes, start);
    if (section === 7) index = exportedFunction(bytes, start, name);
    if (section === 10) {
      let [, body] = leb(bytes, start);
      for (let i = imported; ; i += 1) {
        const [length, first] = leb(bytes, body);
        if (i === index) {
          let [groups, code] = leb(bytes, first);
          for (; groups > 0; groups -= 1) code = leb(bytes, code)[1] + 1;
          // 0x00 is `unreachable`; the last byte, `end`, stays.
          bytes.fill(0, code, first + length - 1);
          return Buffer.from(bytes);
        }
        body = first + length;
      }
    }
    at = start + size;
  }
  throw new Error(`no function ${name}`);
}

/**
 * An unsigned LEB128 number, and where it ends.
 *
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {[number, number]}
 */
function leb(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value, at];
  }
}

/**
 * How many functions a module imports: they come first in the numbering. This one imports nothing else.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 */
function importedFunctions(bytes, start) {
  return leb(bytes, start)[0];
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {string} name
 */
function exportedFunction(bytes, start, name) {
  let [count, at] = leb(bytes, start);
  for (; count > 0; count -= 1) {
    const [length, text] = leb(bytes, at);
    const kind = bytes[text + length];
    const [index, next] = leb(bytes, text + length + 1);
    if (kind === 0 && new TextDecoder().decode(bytes.subarray(text, text + length)) === name) return index;
    at = next;
  }
  return -1;
}
