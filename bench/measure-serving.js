/** How long serving over time takes, natively, in a page and in plain Python, and what a token step costs in large pools. */
import assert from 'node:assert/strict';
import { LONG, SERVING } from './cases.js';
import { openEmpty } from './pages.js';
import { grouped, markdown, median } from './table.js';
import { isThere, startProgram } from './turns.js';

/**
 * @typedef {import('./turns.js').Program} Program
 * @typedef {import('@playwright/test').JSHandle<Awaited<ReturnType<typeof import('./serving.js').createServing>>>} InPage
 * @typedef {{ native: Program, inPage: InPage, python: Program | null }} Simulators all of them, ready to take turns
 * @typedef {{ size: number, count: number, slots: number, steps: number, native: number[], page: number[] }} Pools how many of what
 *   size, slots in one, steps in a sample, and how many million token steps a second they did
 */

const NATIVE = ['bench', '--quiet', '--locked', '--bench', 'serving', '--', 'turns'];
const PYTHON = 'python3';

const HEAD = ['system', 'native, ms', 'WebAssembly, ms', 'Python, ms', 'Python ÷ native', 'Python ÷ WebAssembly', 'WebAssembly ÷ native'];

/** @type {import('./run.mjs').Measurement} */
export async function measureServing(browser, baseUrl, progress) {
  const page = await openEmpty(browser, baseUrl);
  const inPage = await page.evaluateHandle(async () => (await import('./serving.js')).createServing());
  const native = startProgram(process.env.CARGO ?? 'cargo', NATIVE);
  const python = isThere(PYTHON) ? startProgram(PYTHON, ['benches/plain.py']) : null;
  const simulators = { native, inPage, python };
  const systems = await inPage.evaluate((inPage) => inPage.systems());
  const served = await serveAll(systems, simulators, progress);
  const grown = await growAll(systems, simulators, progress);
  for (const program of [native, python]) await program?.end();
  await page.context().close();
  return `${served}\n\n${servedNote(python !== null)}\n\n${grown}\n\n${grownNote()}`;
}

/**
 * So many requests through every system. All take turns, system by system.
 *
 * @param {readonly string[]} systems
 * @param {Simulators} simulators
 * @param {() => void} progress
 */
async function serveAll(systems, simulators, progress) {
  /** @type {Map<string, number[][]>} by system, what each round took */
  const rounds = new Map([...systems, 'all five'].map((system) => [system, []]));
  for (let round = -LONG.warmUp; round < LONG.samples; round++) {
    const sums = [0, 0, 0];
    for (const system of systems) {
      const took = await serve(system, simulators);
      took.forEach((milliseconds, i) => (sums[i] += milliseconds));
      if (round >= 0) rounds.get(system)?.push(took);
    }
    if (round >= 0) rounds.get('all five')?.push(sums);
    progress();
  }
  const rows = [...rounds].map(([system, took]) => {
    const [native, page, python] = [0, 1, 2].map((which) => median(took.map((times) => times[which])));
    return [system, native, page, python, python / native, python / page, page / native];
  });
  return markdown(HEAD, rows);
}

/**
 * What it takes natively, in the page, and in Python, in milliseconds. Fails unless all come to the same.
 *
 * @param {string} system
 * @param {Simulators} simulators
 */
async function serve(system, { native, inPage, python }) {
  const told = `serve ${system} ${SERVING.requests}`;
  const { took, steps, ran, report } = await native.ask(told);
  const page = await inPage.evaluate((inPage, { system, steps }) => inPage.serve(system, steps), { system, steps });
  assert.deepEqual(page.report, report, `${system} comes to other numbers in WebAssembly`);
  const plain = (await python?.ask(told)) ?? { took: NaN, steps, ran };
  assert.deepEqual([plain.steps, plain.ran], [steps, ran], `${system} comes to other numbers in Python`);
  return [took, page.took, plain.took];
}

/**
 * What a token step costs as the pool grows: pools of all sizes take turns, natively and in the page.
 *
 * @param {readonly string[]} systems
 * @param {Simulators} simulators
 * @param {() => void} progress
 */
async function growAll(systems, simulators, progress) {
  const { pools, inTurn } = SERVING;
  const rows = [];
  for (const system of systems) {
    const all = [];
    for (const size of pools) all.push(await fill(system, size, 1, simulators));
    const several = await fill(system, inTurn.size, inTurn.count, { ...simulators, inPage: null });
    for (let round = -LONG.warmUp; round < LONG.samples; round++) {
      for (const one of all) await advance(system, one, simulators, round >= 0);
      await advance(system, several, { ...simulators, inPage: null }, round >= 0);
    }
    await simulators.inPage.evaluate((inPage) => inPage.clear());
    rows.push(rowOf(system, all.map(({ native }) => native), several.native));
    rows.push(rowOf(`${system}, WebAssembly`, all.map(({ page }) => page), several.page));
    progress();
  }
  const rates = pools.map((size) => `${size === 1 ? 'one pool' : `${grouped(size)} ×`}, million/s`);
  const costs = pools.slice(1).map((size) => `cost at ${grouped(size)} × ÷ at one`);
  return markdown(['system', ...rates, ...costs, `${inTurn.count} of ${inTurn.size} × in turn, million/s`], rows);
}

/**
 * @param {string} system
 * @param {number} size
 * @param {number} count
 * @param {Pick<Simulators, 'native'> & { inPage: InPage | null }} simulators
 * @returns {Promise<Pools>}
 */
async function fill(system, size, count, { native, inPage }) {
  const { slots, steps, running, report } = await native.ask(`fill ${system} ${size} ${count}`);
  const page = await inPage?.evaluate((inPage, { system, slots, steps }) => inPage.fill(system, slots, steps), { system, slots, steps });
  if (page) assert.deepEqual(page.report, report, `${system} fills ${slots} slots otherwise in WebAssembly`);
  return { size, count, slots, steps: Math.ceil(SERVING.tokenSteps / running), native: [], page: [] };
}

/**
 * A sample of each. Fails unless they come to the same.
 *
 * @param {string} system
 * @param {Pools} pools
 * @param {Pick<Simulators, 'native'> & { inPage: InPage | null }} simulators
 * @param {boolean} counts
 */
async function advance(system, { size, count, slots, steps, ...rates }, { native, inPage }, counts) {
  const { took, tokenSteps, report } = await native.ask(`advance ${system} ${size} ${count} ${steps}`);
  const page = await inPage?.evaluate((inPage, { system, slots, steps }) => inPage.advance(system, slots, steps), { system, slots, steps });
  if (page) assert.deepEqual(page.report, report, `${system} comes to other numbers in WebAssembly with ${slots} slots`);
  if (!counts) return;
  rates.native.push(tokenSteps / took / 1e3);
  if (page) rates.page.push(tokenSteps / page.took / 1e3);
}

/**
 * @param {string} name
 * @param {readonly number[][]} samples million token steps a second, by the size of the pool
 * @param {readonly number[]} inTurn and of several pools
 */
function rowOf(name, samples, inTurn) {
  const [one, ...more] = samples.map(median);
  return [name, one, ...more, ...more.map((rate) => one / rate), inTurn.length > 0 ? median(inTurn) : NaN];
}

/** @param {boolean} hasPython */
function servedNote(hasPython) {
  return (
    `${grouped(SERVING.requests)} requests through each system at the paper's pool: from an empty pool until so many are done, their ` +
    `lengths drawn on the way. All come to the same numbers. Medians of ${LONG.samples} samples.` +
    (hasPython ? '' : ` There was no \`${PYTHON}\`.`)
  );
}

function grownNote() {
  const { inTurn, tokenSteps } = SERVING;
  return (
    "A running request that gains a token is a token step. One pool is the paper's; the others have so many times its slots. All are " +
    `full before the clock starts. Last, ${inTurn.count} pools of ${inTurn.size} times its slots that take a step each in turn, natively. ` +
    `Medians of ${LONG.samples} samples of ${grouped(tokenSteps)} token steps.`
  );
}
