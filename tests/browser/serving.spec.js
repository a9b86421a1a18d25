// Serving over time: the run, its numbers, the player, and what the page says of each step.
import { execFileSync } from 'node:child_process';
import { COLORS, expect, test } from './explainer.js';

/** @typedef {import('./explainer.js').Explainer} Explainer */
/** @typedef {import('@playwright/test').Page} Page */

/** @param {Explainer} explainer */
function happened(explainer) {
  return explainer.element.locator('.happened');
}

/** @param {Page} page */
function query(page) {
  return new URL(page.url()).searchParams;
}

test.describe('the run', () => {
  test('is that of simulate in Node, to the last digit', async ({ explainer }) => {
    await explainer.open();
    await explainer.served();
    const script = `import { simulate } from './dist/npm/lib/index.js';
      console.log(JSON.stringify(await simulate({ steps: 20_000 })));`;
    const { systems } = JSON.parse(execFileSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' }));
    const summary = /** @type {any} */ (await explainer.summary());
    expect(summary.contiguousMaxRunning).toBe(7);
    for (const [system, report] of Object.entries(systems)) {
      for (const [quantity, value] of Object.entries(/** @type {Record<string, number>} */ (report))) {
        const start = system.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
        const name = start + quantity[0].toUpperCase() + quantity.slice(1);
        expect(summary[name === 'pagedInternal' ? 'pagedServingInternal' : name], name).toBe(value);
      }
    }
  });

  // Published: Kwon et al., SOSP 2023, Fig. 2 and Fig. 13a; within the bands of tests/serving.rs.
  test('stands beside the published numbers, and is near them', async ({ explainer }) => {
    await explainer.open();
    await explainer.served();
    await explainer.element.locator('figure[data-figure-name="serving-waste"] summary').click();
    await explainer.frame();
    const near = async (/** @type {string} */ name, /** @type {number} */ published, /** @type {number} */ band) =>
      expect(Math.abs((await explainer.metric(name)).value - published), name).toBeLessThan(band);
    await near('contiguous-max-running', 7, 0.01);
    await near('contiguous-pow2-running', 9.81, 1);
    await near('contiguous-oracle-running', 13.62, 1.5);
    await near('contiguous-max-tokens', 0.204, 0.04);
    await near('contiguous-pow2-tokens', 0.268, 0.04);
    await near('contiguous-oracle-tokens', 0.382, 0.04);
    await near('contiguous-max-external', 0.089, 0.003);
    await near('contiguous-pow2-external', 0.416, 0.08);
    await near('contiguous-oracle-external', 0.366, 0.04);
    expect((await explainer.metric('paged-tokens')).value).toBeGreaterThan(0.95);
    expect((await explainer.metric('paged-fragmentation-events')).value).toBe(0);
    const table = explainer.element.locator('figure[data-figure-name="serving-waste"] table');
    await expect(table).toContainText('published: Orca (Max)20.4 %13.3 %57.3 %8.9 %7.00');
    await expect(table).toContainText('published: vLLM96.3 %–––30.42');
  });

  test('shares of each system add up to all', async ({ explainer }) => {
    await explainer.open('?arrivals=poisson&rate=0.03&block-size=64&seed=5');
    await explainer.served();
    const summary = /** @type {any} */ (await explainer.summary());
    for (const system of ['contiguousMax', 'contiguousPow2', 'contiguousOracle', 'contiguousFirstFit']) {
      const { [`${system}Tokens`]: a, [`${system}Reserved`]: b, [`${system}Internal`]: c, [`${system}External`]: d } = summary;
      expect(a + b + c + d, system).toBeCloseTo(1, 12);
    }
    expect(summary.pagedTokens + summary.pagedServingInternal + summary.pagedExternal).toBeCloseTo(1, 12);
    // Of a server that is not always full, some is left.
    expect(summary.pagedExternal).toBeGreaterThan(0.02);
  });

  test('follows the controls above: a block of 256 costs paging what the paper’s § 7.2 says it does', async ({ explainer }) => {
    await explainer.open('?block-size=256');
    await explainer.served();
    // 75.7 % were measured apart from this project, with another random stream.
    const { value } = await explainer.metric('paged-tokens');
    expect(Math.abs(value - 0.757)).toBeLessThan(0.015);
    await explainer.slider('Block size').press('Home');
    await expect.poll(async () => (await explainer.metric('paged-tokens')).value).toBeGreaterThan(0.97);
  });

  test('a model and its memory make the pool', async ({ explainer }) => {
    await explainer.open('?model=opt-13b&memory=12&steps=100');
    await explainer.served();
    // 12 GiB of 800 KiB each: Table 1 of the paper has 15.7 K slots.
    await expect(explainer.element.locator('figure[data-figure-name="serving-waste"] .subtitle')).toContainText('15,728 slots');
    await expect(explainer.field('Pool')).toBeHidden();
  });

  test('of the requests above has their lengths, again and again', async ({ explainer }) => {
    await explainer.open('?preset=workload&workload=constant&mean=512&steps=3000');
    await explainer.served();
    await explainer.element.locator('figure[data-figure-name="serving-waste"] summary').click();
    await explainer.frame();
    // By hand: 171 tokens of prompt and 341 steps; reservations of 512 fit 30 times into 15,728 slots, and 368 are left.
    expect((await explainer.metric('contiguous-first-fit-running')).value).toBe(30);
    expect((await explainer.metric('contiguous-first-fit-external')).value).toBeCloseTo(368 / 15_728, 12);
  });
});

test.describe('what cannot be simulated', () => {
  for (const [why, address, says] of /** @type {[string, string, RegExp][]} */ ([
    ['a request larger than the pool', '?slots=1000', /A request of 2,048 tokens would never fit: it needs a chunk of 2,048 slots, and the pool has 1,000\./],
    ['a pool without a block', '?slots=8&max-length=4', /The pool has no blocks: a block has 16 slots, and the pool 8\./],
    ['more requests at once than a page can simulate', '?preset=vllm-paper-alpaca&slots=2000000', /The pool would admit about [\d,]+ such requests at once; at most 16,000 can be simulated here\./],
    ['a memory larger than a page can hold', '?model=qwen2.5-0.5b&memory=1000', /The pool has [\d,]+ slots; at most 2,097,152 can be simulated here\./],
  ])) {
    test(`${why} ends in a sentence, and all goes on once it is mended`, async ({ explainer }) => {
      await explainer.open(address);
      await explainer.canvas('serving-waste').scrollIntoViewIfNeeded();
      const message = explainer.element.locator('.serving-problem').first();
      await expect(message).toHaveText(says);
      await expect(explainer.button('Play')).toBeHidden();
      await expect(explainer.canvas('serving-waste')).toBeHidden();
      await explainer.button('Reset').click();
      await explainer.element.evaluate((element) => {
        for (const name of ['slots', 'max-length', 'model', 'memory']) element.removeAttribute(name);
      });
      await explainer.served();
      await expect(message).toBeEmpty();
      await expect(explainer.button('Play')).toBeVisible();
    });
  }

  test('a rate of zero is no rate: the smallest is taken, and the page says so', async ({ explainer }) => {
    await explainer.open('?arrivals=poisson&rate=0');
    await expect(explainer.notices).toContainText('Rate: 0 is too small; 0.0001, the smallest possible, is used.');
    await explainer.canvas('serving-waste').scrollIntoViewIfNeeded();
    await explainer.served();
  });

  test('a step beyond the last is the last, and the page says so', async ({ explainer }) => {
    await explainer.open('?steps=100&step=4000');
    await expect(explainer.notices).toContainText('Step: 4000 is too large; 100, the largest possible, is used.');
    await explainer.served();
    await expect(explainer.field('Step')).toHaveValue('100');
    await expect(explainer.slider('Step')).toHaveAttribute('max', '100');
  });
});

test.describe('the player', () => {
  test('goes a step on and back, to both ends, and from event to event', async ({ explainer, page }) => {
    await explainer.open('?system=contiguous-first-fit&step=73');
    await explainer.served();
    const step = explainer.field('Step');
    await explainer.button('Step on').click();
    await expect(step).toHaveValue('74');
    await explainer.button('Step back').click();
    await explainer.button('Step back').click();
    await expect(step).toHaveValue('72');
    await explainer.button('Next event').click();
    // The first request that is refused although enough is free.
    await expect(step).toHaveValue('73');
    await expect(happened(explainer)).toHaveText(
      'Request 12 is done and leaves. Request 36 needs 1,057 adjacent slots; 1,187 are free, but the largest hole has 450: it waits.');
    await explainer.button('Previous event').click();
    await expect(step).toHaveValue('73');
    await explainer.button('Back to the start').click();
    await expect(step).toHaveValue('0');
    await expect(happened(explainer)).toHaveText('Nothing has happened yet: all 15,728 slots are free.');
    await expect.poll(() => query(page).get('step')).toBe('0');
  });

  test('hears the keys of players: space, arrows, Home and End', async ({ explainer }) => {
    await explainer.open('?step=50');
    await explainer.served();
    const step = explainer.field('Step');
    for (const control of [explainer.button('Step on'), explainer.slider('Step')]) {
      await control.focus();
      for (const [key, value] of [['Home', '0'], ['ArrowRight', '1'], ['ArrowUp', '2'], ['ArrowLeft', '1'], ['End', '20000']]) {
        await control.press(key);
        await expect(step).toHaveValue(value);
      }
    }
    await explainer.slider('Step').press('Home');
    await explainer.slider('Step').press(' ');
    await expect(explainer.button('Pause')).toBeVisible();
    await expect.poll(async () => Number(await step.inputValue())).toBeGreaterThan(3);
    await explainer.slider('Step').press(' ');
    await expect(explainer.button('Play')).toBeVisible();
    await explainer.frame();
    const rested = await step.inputValue();
    await explainer.frame();
    await expect(step).toHaveValue(rested);
  });

  test('plays as fast as was chosen, rests at the end, and begins anew from there', async ({ explainer, page }) => {
    await explainer.open('?steps=300&step=290');
    await explainer.served();
    await explainer.element.getByRole('combobox', { name: 'Steps a second' }).selectOption('500');
    await explainer.button('Play').click();
    await expect(explainer.field('Step')).toHaveValue('300');
    await expect(explainer.button('Play')).toBeVisible();
    // The last step is where nothing is said.
    await expect.poll(() => query(page).get('step')).toBeNull();
    await explainer.element.getByRole('combobox', { name: 'Steps a second' }).selectOption('5');
    await explainer.button('Play').click();
    await expect.poll(async () => Number(await explainer.field('Step').inputValue())).toBeLessThan(20);
    await explainer.button('Pause').click();
  });

  test('does not play by itself', async ({ explainer, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await explainer.open('?step=10');
    await explainer.served();
    await page.waitForTimeout(300);
    await expect(explainer.field('Step')).toHaveValue('10');
  });

  test('is told of as a native control: input while it goes, change where it rests', async ({ explainer, page }) => {
    await explainer.open('?step=10');
    await explainer.served();
    await page.evaluate(() => {
      const heard = /** @type {string[]} */ ([]);
      Reflect.set(window, 'heard', heard);
      for (const type of ['input', 'change']) document.addEventListener(type, () => heard.push(type));
    });
    await explainer.button('Step on').click();
    expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual(['input', 'change']);
    expect(await explainer.element.evaluate((element) => /** @type {any} */ (element).step)).toBe(11);
    await expect(explainer.element).toHaveAttribute('step', '11');
  });

  test('pointing at the timeline goes there, and so does dragging', async ({ explainer, page }) => {
    await explainer.open();
    await explainer.served();
    const canvas = explainer.canvas('serving-timeline');
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (!box) throw new Error('no canvas');
    // 48 pixels to the left of the plot, 16 to the right.
    const at = (/** @type {number} */ share) => box.x + 48 + share * (box.width - 64);
    const step = async () => Number(await explainer.field('Step').inputValue());
    const near = (/** @type {number} */ wanted) => expect.poll(async () => Math.abs((await step()) - wanted)).toBeLessThan(40);
    await page.mouse.click(at(0.25), box.y + 150);
    await near(5_000);
    await page.mouse.move(at(0.25), box.y + 150);
    await page.mouse.down();
    await page.mouse.move(at(0.5), box.y + 150, { steps: 5 });
    await page.mouse.up();
    await near(10_000);
    await expect.poll(() => Number(query(page).get('step'))).toBe(await step());
  });

  test('scrubbing moves the map', async ({ explainer }) => {
    await explainer.open('?step=0');
    await explainer.served();
    const picture = () => explainer.canvas('serving-memory').evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
    const empty = await picture();
    await explainer.slider('Step').press('End');
    await explainer.frame();
    expect(await picture()).not.toBe(empty);
    await expect(explainer.canvas('serving-memory')).toHaveAccessibleName(/A map of the pool at the end of step 20,000\. Requests running: \d+\./);
  });
});

test('sentences lead to the steps at which what they say happens, in every system', async ({ explainer }) => {
  await explainer.open();
  await explainer.served();
  const moments = explainer.element.locator('.moments');
  await expect(moments.locator('li')).toHaveCount(5);
  const links = moments.getByRole('button');
  const count = await links.count();
  expect(count).toBeGreaterThanOrEqual(9);
  for (let i = 0; i < count; i += 1) {
    const link = links.nth(i);
    const { system, step } = await link.evaluate((element) => ({ .../** @type {HTMLElement} */ (element).dataset }));
    await link.click();
    await expect(explainer.field('Step')).toHaveValue(step ?? '');
    expect(await explainer.element.evaluate((element) => /** @type {any} */ (element).system)).toBe(system);
    const said = await link.evaluate((element) => element.closest('li')?.textContent);
    if (/refused/.test(said ?? '') && system !== 'paged') await expect(happened(explainer)).toHaveText(/\d are free, but the largest (free chunk|hole) has \d/);
  }
});

test('a link of the story ends what is played', async ({ explainer, page }) => {
  await explainer.open('?step=5000');
  await explainer.served();
  await explainer.button('Play').click();
  await page.getByRole('link', { name: 'when the blocks run out' }).click();
  await expect(explainer.button('Play')).toBeVisible();
  await expect(explainer.field('Step')).toHaveValue('4');
  await expect(happened(explainer)).toHaveText(/request 101, the newest, gave up its own/);
});

test('links of the story lead to the step that they tell of, also in a new tab', async ({ explainer, page }) => {
  await explainer.open();
  await page.getByRole('link', { name: 'request 339 needs 1,042' }).click();
  const said = 'Request 307 is done and leaves. Request 338 is admitted and given 1,108 slots. Request 339 needs a chunk of 2,048 for its 1,042 slots; 3,952 are free, but the largest free chunk has 1,024: it waits.';
  await expect(happened(explainer)).toHaveText(said);
  await expect(explainer.canvas('serving-memory')).toBeInViewport();
  await page.goto('about:blank');
  await page.goto('?system=contiguous-oracle&step=7730#serving');
  await explainer.drawn();
  await expect(happened(explainer)).toHaveText(said);
  await expect(explainer.canvas('serving-memory')).toBeInViewport();
});

test('a long run shows how far it is, can be cancelled and gone on with, and is seen as far as it goes', async ({ explainer }) => {
  await explainer.open('?slots=2000000&steps=50000&block-size=1');
  await explainer.canvas('serving-waste').scrollIntoViewIfNeeded();
  const progress = explainer.element.getByRole('progressbar', { name: 'Simulating' });
  await expect(progress).toBeVisible();
  await explainer.button('Cancel').click();
  const done = explainer.element.locator('.serving-done');
  await expect(done).toHaveText(/^[\d,]+ of 50,000 steps simulated$/);
  const last = Number(await explainer.slider('Step').getAttribute('max'));
  expect(last).toBeGreaterThan(0);
  expect(last).toBeLessThan(50_000);
  await expect(explainer.field('Step')).toHaveValue(String(last));
  // Averages are of whole runs; what was worth a look, of what there is.
  expect((await explainer.summary())).not.toHaveProperty('pagedTokens');
  for (const link of await explainer.element.locator('.moments button').all()) {
    expect(Number(await link.getAttribute('data-step'))).toBeLessThanOrEqual(last);
  }
  // The button that was pressed is still there, for going on.
  const goOn = explainer.button('Go on');
  await expect(goOn).toBeFocused();
  const before = await done.textContent();
  await goOn.click();
  await expect(progress).toBeVisible();
  await expect(done).not.toHaveText(before ?? '');
  await explainer.button('Cancel').click();
});

test('another run has nothing of the last: neither numbers nor steps worth a look', async ({ explainer }) => {
  await explainer.open();
  await explainer.served();
  await expect(explainer.element.locator('.moments button').first()).toBeVisible();
  await explainer.element.evaluate((element) => {
    for (const [name, value] of [['slots', '2000000'], ['steps', '50000']]) element.setAttribute(name, value);
  });
  await expect(explainer.button('Cancel')).toBeVisible();
  await expect(explainer.element.locator('.moments button:visible')).toHaveCount(0);
  expect((await explainer.summary())).not.toHaveProperty('pagedTokens');
  await explainer.button('Cancel').click();
});

test('who listens is told of the step that the reader rests at', async ({ explainer }) => {
  await explainer.open('?system=contiguous-first-fit&step=72');
  await explainer.served();
  await explainer.button('Step on').click();
  await expect(explainer.element.locator('.announcement')).toHaveText(
    'Step 73. Request 12 is done and leaves. Request 36 needs 1,057 adjacent slots; 1,187 are free, but the largest hole has 450: it waits.');
});

test('an open table has the step that is looked at', async ({ explainer }) => {
  await explainer.open('?system=contiguous-max&step=0');
  await explainer.served();
  const figure = explainer.element.locator('figure[data-figure-name="serving-memory"]');
  await figure.locator('summary').click();
  await expect(figure.locator('tbody tr')).toHaveCount(0);
  await explainer.button('Step on').click();
  await expect(figure.locator('tbody tr')).toHaveCount(7);
});

test('it rests where somebody else goes to another step, and where its buttons are gone', async ({ explainer }) => {
  await explainer.open('?step=100');
  await explainer.served();
  const set = (/** @type {string} */ name, /** @type {string} */ value) =>
    explainer.element.evaluate((element, [name, value]) => element.setAttribute(name, value), [name, value]);
  const step = () => explainer.element.evaluate((element) => /** @type {any} */ (element).step);
  for (const elsewhere of ['15000', '5']) {
    await explainer.button('Play').click();
    await set('step', elsewhere);
    await expect(explainer.button('Play')).toBeVisible();
    expect(await step()).toBe(Number(elsewhere));
  }
  await explainer.button('Play').click();
  await explainer.button('Reset').click();
  await expect(explainer.button('Play')).toBeVisible();
  await explainer.button('Play').click();
  await set('controls', 'none');
  await explainer.frame();
  const rested = await step();
  await explainer.page.waitForTimeout(200);
  expect(await step()).toBe(rested);
});

test('moved about while it plays or records, it goes on without an error', async ({ explainer, page }) => {
  await explainer.open('?step=100');
  await explainer.served();
  await explainer.button('Play').click();
  await page.evaluate(() => {
    const element = document.querySelector('paged-attention-explainer');
    if (!element) return;
    document.body.append(element);
    document.querySelector('main')?.prepend(element);
    element.remove();
    document.querySelector('main')?.prepend(element);
  });
  await explainer.drawn();
  await explainer.served();
  await expect(explainer.button('Play')).toBeVisible();
  await explainer.button('Step on').click();
  await page.evaluate(() => {
    const element = document.querySelector('paged-attention-explainer');
    element?.setAttribute('steps', '50000');
    element?.setAttribute('slots', '2000000');
  });
  await expect(explainer.button('Cancel')).toBeVisible();
  await page.evaluate(() => document.querySelector('paged-attention-explainer')?.remove());
  await page.waitForTimeout(200);
});

test('the link to the simulation leads there as often as it is pressed', async ({ explainer, page }) => {
  await explainer.open();
  await explainer.served();
  for (let i = 0; i < 2; i += 1) {
    await page.getByRole('link', { name: 'simulation' }).click();
    await expect(explainer.canvas('serving-memory')).toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
  }
});

test('each figure can be had alone, with what moves it', async ({ explainer }) => {
  for (const figure of ['serving-waste', 'serving-timeline', 'serving-memory']) {
    await explainer.open(`?figures=${figure}&steps=500`);
    await explainer.served();
    await expect(explainer.element.getByRole('combobox', { name: 'Requests' })).toBeVisible();
    if (figure === 'serving-waste') await expect(explainer.button('Play')).toBeHidden();
    else await expect(explainer.button('Play')).toBeVisible();
  }
});

test('without controls there is nothing to play with', async ({ explainer }) => {
  await explainer.open('?controls=none&figures=serving-timeline&step=100');
  await explainer.served();
  await expect(explainer.button('Play')).toBeHidden();
  await explainer.canvas('serving-timeline').click();
  expect(await explainer.element.evaluate((element) => /** @type {any} */ (element).step)).toBe(100);
});

test('contiguous systems are vermilion, paging is green', async ({ explainer }) => {
  await explainer.open();
  await explainer.served();
  expect((await explainer.extent('serving-waste', COLORS.light.contiguous)).count).toBeGreaterThan(1_000);
  expect((await explainer.extent('serving-waste', COLORS.light.paged)).count).toBeGreaterThan(1_000);
});
