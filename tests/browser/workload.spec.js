// Where lengths come from: distributions, published traces, and the reader's own.
import { expect, test } from './explainer.js';

test('a workload shows the fields that it has, where it comes from, and whom to thank', async ({ explainer }) => {
  await explainer.open();
  const workload = explainer.element.getByLabel('Workload', { exact: true });
  const source = explainer.element.locator('[data-passage=workload-source]');
  await workload.selectOption('lognormal');
  await expect(explainer.field('Mean of the logarithm')).toHaveValue('5.5');
  await expect(explainer.field('Mean before clipping')).toBeHidden();
  await workload.selectOption('Azure 2023, code');
  await expect(source).toContainText('8,819 requests');
  await expect(source).toContainText('CC BY 4.0; Patel et al., Splitwise, ISCA 2024');
  await expect(explainer.field('Mean of the logarithm')).toBeHidden();
  await workload.selectOption('all of one length');
  await explainer.field('Mean before clipping').fill('512');
  await expect.poll(async () => (await explainer.summary())?.pagedUtilization).toBe(1);
  // Chance has no part in it.
  await expect(explainer.field('Seed')).toBeHidden();
  await expect(explainer.element).toHaveAttribute('workload', 'constant');
});

test('the lines for NumPy are those of the workload', async ({ explainer }) => {
  await explainer.open('?workload=mooncake-conversation&max-length=131072');
  await explainer.element.getByText('Reproduce in NumPy').click();
  await expect(explainer.element.locator('.numpy')).toContainText('np.interp(generator.random_sample(50) * 100, percents, totals)');
});

test.describe('the reader’s own lengths', () => {
  test('are pasted, used all of them, and carried in the link', async ({ explainer, page }) => {
    await explainer.open();
    await explainer.element.getByLabel('Workload', { exact: true }).selectOption('your own lengths');
    // While there are none, those of the article stand in.
    expect((await explainer.summary())?.tokens).toBe(14_582);
    await explainer.element.getByLabel('Lengths in tokens').fill('3 16 17 oops');
    await explainer.button('Use these lengths').click();
    // By hand: one, one and two blocks of 16.
    await expect.poll(async () => (await explainer.summary())?.pagedBlocks).toBe(4);
    expect(await explainer.summary()).toMatchObject({ sequences: 3, tokens: 36, workload: 'custom' });
    await expect(explainer.element.getByText('line 1: “oops” is not a number')).toBeVisible();
    await expect(explainer.element.getByText('never leaves it')).toBeVisible();
    await expect.poll(() => page.url()).toContain('?sequences=3&workload=custom&lengths=3_16_17');
    await explainer.open(new URL(page.url()).search);
    expect(await explainer.summary()).toMatchObject({ sequences: 3, tokens: 36, ownLengths: 3 });
  });

  test('that are too many for a link stay, and the page says that the link lacks them', async ({ explainer, page }) => {
    await explainer.open();
    await explainer.element.evaluate((element) => {
      /** @type {any} */ (element).lengths = Array.from({ length: 2_000 }, (_, i) => 100 + i);
    });
    await expect(explainer.element.locator('[data-passage=workload-source]')).toContainText('Your own 2,000');
    await expect(explainer.element.locator('[data-passage=workload-source]')).toContainText('too many for a link');
    expect(await explainer.element.evaluate((element) => /** @type {any} */ (element).addressOf('http://host/'))).toBe(
      'http://host/?sequences=2000&workload=custom');
    await explainer.slider('Block size').press('ArrowRight');
    expect((await explainer.summary())?.ownLengths).toBe(2_000);
    expect(page.url()).not.toContain('lengths');
  });

  test('of an attribute are taken as they are, and what is none is named', async ({ explainer }) => {
    await explainer.open('?lengths=7,300;12*3');
    expect(await explainer.summary()).toMatchObject({ workload: 'custom', sequences: 5, tokens: 343 });
    await explainer.open('?workload=custom&lengths=7_x_8');
    await expect(explainer.notices).toContainText('Lengths: “x” is no length from 1 to 1,048,576 tokens, or makes more than 1,000,000 of them; those before are kept.');
    await expect(explainer.element.locator('[data-passage=workload-source]')).toContainText('those of the article stand in');
  });

  test('of a script are refused where one is none, and stay where a host moves the explainer', async ({ explainer, page }) => {
    await explainer.open();
    await explainer.element.evaluate((element) => { /** @type {any} */ (element).lengths = [3, 1.5]; });
    await expect(explainer.notices).toContainText('Lengths must be 1 to 1000000 whole numbers from 1 to 1048576, not 1.5; those before are kept.');
    expect(await explainer.summary()).toMatchObject({ workload: 'exponential', ownLengths: 0 });
    await explainer.element.evaluate((element) => { /** @type {any} */ (element).lengths = new Array(3_000).fill(0).map((_, i) => i + 1); });
    await page.evaluate(() => document.body.append(document.querySelector('paged-attention-explainer') ?? ''));
    // 1 to 2,048, and the 952 beyond the maximum cut off there: 2,098,176 + 952 × 2,048.
    await expect.poll(() => explainer.summary())
      .toMatchObject({ workload: 'custom', sequences: 3_000, ownLengths: 3_000, tokens: 4_047_872 });
  });

  test.describe('where a part that reads them cannot be had', () => {
    test.use({ expectedErrors: [/Failed to load resource/] });

    test('the page says so once, and tries again when they are chosen again', async ({ explainer, page }) => {
      let asked = 0;
      await page.route('**/pkg/whole/*.wasm', (route) => {
        asked += 1;
        return route.fulfill({ status: 404 });
      });
      await explainer.open('?workload=custom&figures=utilization');
      await expect(explainer.element.locator('.own')).toContainText('Lengths cannot be read here now.');
      await page.waitForTimeout(500);
      expect(asked).toBe(1);
      await page.unroute('**/pkg/whole/*.wasm');
      const workload = explainer.element.getByLabel('Workload', { exact: true });
      await workload.selectOption('uniform');
      await workload.selectOption('your own lengths');
      await expect(explainer.button('Use these lengths')).toBeVisible();
      await expect(explainer.element.locator('.own')).not.toContainText('cannot be read');
    });
  });

  test('beyond the maximum are said to be cut off', async ({ explainer }) => {
    await explainer.open('?lengths=5000_6000_7_2049');
    await expect(explainer.element.locator('[data-passage=workload-source]')).toContainText(
      '3 of them are longer than the maximum, 2,048, and cut off there: raise it to see them whole.');
  });

  test('that are pinned are carried by the link while they are the present ones, and else it is said', async ({ explainer }) => {
    await explainer.open('?lengths=100_200_300');
    await explainer.button('Pin').click();
    await explainer.element.evaluate((element) => { /** @type {any} */ (element).workload = 'exponential'; });
    await explainer.frame();
    const link = () => explainer.element.evaluate((element) => /** @type {any} */ (element).addressOf('http://host/'));
    expect(await link()).toBe('http://host/?sequences=3&lengths=100_200_300&pins=sequences:3,workload:custom');
    await explainer.element.evaluate((element) => { /** @type {any} */ (element).lengths = [7]; });
    await explainer.frame();
    await expect(explainer.element.locator('.pins')).toContainText('A link has but the present lengths of your own: 1 of these is not in it.');
    expect(await link()).not.toContain('pins');
    // The pin is what it was, also in the whole module.
    await explainer.come('memory-map');
    await expect(explainer.element.locator('.block-table')).toContainText('/16');
    await explainer.element.getByText('What the numbers are').first().click();
    await expect(explainer.element.locator('.numbers tr', { hasText: 'in total' }).locator('.pinned')).toHaveText('600 tokens');
  });

  test('that are still being read give way to another choice', async ({ explainer, page }) => {
    await explainer.open('?workload=custom');
    await explainer.button('Use these lengths').waitFor();
    const text = '1024, 37, 2048, 5\n'.repeat(400_000);
    await explainer.element.locator('input[type=file]').setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await explainer.button('Use these lengths').click();
    await explainer.button('Reset').click();
    await page.waitForTimeout(2_000);
    expect(await explainer.summary()).toMatchObject({ workload: 'exponential', sequences: 50 });
  });

  test('move over to the whole module with all else', async ({ explainer }) => {
    await explainer.open('?lengths=3_16_17&pins=block-size:4');
    await explainer.canvas('memory-map').scrollIntoViewIfNeeded();
    await expect(explainer.element.locator('.block-table')).toContainText('0 → 0 · 3/16');
    // The whole module has taken the place of the first: what was there had to move.
    expect(await explainer.summary()).toMatchObject({ workload: 'custom', tokens: 36 });
    await expect(explainer.element.locator('.pins li')).toHaveText(/A: block size 4/);
  });
});
