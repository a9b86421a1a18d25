// The npm package in Node: what is in it, that it can be imported there, and the numbers that `compare` gives.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FILES, imported, NAME, PACKAGE, resolved, ROOT, run } from './consumer.js';

/** @type {typeof import('../../www/index.js')} */
const { compare, simulate, PagedAttentionExplainer } = await imported(NAME);

test('the package holds the modules, their types, and what tells of them', () => {
  const outside = FILES.filter((file) => !file.startsWith('lib/')).sort();
  assert.deepEqual(outside, ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'custom-elements.json', 'package.json']);
  const types = FILES.filter((file) => file.endsWith('.d.ts')).sort();
  assert.deepEqual(types, ['compare', 'define', 'element', 'index', 'simulate'].map((name) => `lib/${name}.d.ts`));
  assert.ok(!FILES.some((file) => /page\./.test(file)), "the page's own files stay with the page");
});

test('whatever is exported is there, types before code', () => {
  for (const [path, target] of Object.entries(PACKAGE.exports)) {
    assert.ok(existsSync(resolved(join(NAME, path))), path);
    if (typeof target === 'object') assert.deepEqual(Object.keys(target), ['types', 'default'], path);
  }
});

test('the version and the licence are those of the crate', () => {
  const crate = readFileSync(join(ROOT, 'Cargo.toml'), 'utf8').split('[package]')[1];
  for (const field of ['version', 'license', 'description']) {
    assert.equal(PACKAGE[field], new RegExp(`^${field} = "(.*)"$`, 'm').exec(crate)?.[1], field);
  }
});

test('importing it in Node, once or twice, is harmless and leaves no global name', () => {
  const printed = run(`
    const before = Object.getOwnPropertyNames(globalThis).join();
    await import('${NAME}/define');
    await import(import.meta.resolve('${NAME}/define') + '?again');
    const { PagedAttentionExplainer } = await import('${NAME}');
    console.log(PagedAttentionExplainer.tagName, Object.getOwnPropertyNames(globalThis).join() === before);`);
  assert.equal(printed, `${PagedAttentionExplainer.tagName} true\n`);
});

/** Metrics that take a model. */
const OF_MODEL = [
  'layers', 'kvHeads', 'headDim', 'kvDtype', 'memory', 'bytesPerToken', 'blockBytes', 'kvBlocks', 'kvSlots', 'requestsAtMaximum',
  'lengthMeanBytes', 'maxLengthBytes', 'tokensBytes', 'contiguousBytes', 'contiguousInternalBytes', 'pagedBytes',
  'pagedInternalBytes', 'blockTableShare',
];

test("compare gives the article's numbers, frozen", async () => {
  const summary = await compare();
  assert.ok(Object.isFrozen(summary));
  assert.deepEqual({ ...summary }, {
    sequences: 50,
    maxLength: 2048,
    blockSize: 16,
    seed: 42,
    ownLengths: 0,
    ownLengthsCut: 0,
    lengthMin: 50,
    lengthMax: 1051,
    lengthMean: 291.64,
    tokens: 14582,
    contiguousSlots: 102400,
    contiguousInternal: 87818,
    contiguousUtilization: 14582 / 102400,
    pagedBlocks: 936,
    pagedSlots: 14976,
    pagedInternal: 394,
    pagedUtilization: 14582 / 14976,
    blockTableBytes: 936 * 4,
    memoryReduction: 1 - 14976 / 102400,
    capacityMultiplier: 102400 / 14976,
    memorySlots: 102400,
    contiguousAdmitted: 50,
    // By NumPy: as tests/comparison.rs says.
    pagedAdmitted: 343,
    ...Object.fromEntries(OF_MODEL.map((name) => [name, null])),
    workload: 'exponential',
    mean: 300,
    mu: 5.5,
    sigma: 0.85,
    model: 'none',
  });
  assert.deepEqual(await compare({ sequences: undefined, blockSize: 16 }), summary);
});

const { cases } = JSON.parse(readFileSync(join(ROOT, 'tests/data/numpy_lengths.json'), 'utf8'));
for (const { seed, sequences, max_length: maxLength, workload, mean, mu, sigma, ...numpy } of cases) {
  const own = Object.entries({ mean, mu, sigma }).filter(([, value]) => value !== undefined).join(' ');
  test(`compare agrees with NumPy on ${sequences} of seed ${seed}, ${workload} ${own}, maximum ${maxLength}`, async () => {
    for (const [blockSize, pagedBlocks] of Object.entries(numpy.paged_blocks)) {
      const summary = await compare({ sequences, maxLength, blockSize: Number(blockSize), seed, workload, mean, mu, sigma });
      const { lengthMin, lengthMax, lengthMean, tokens } = summary;
      assert.deepEqual(
        { lengthMin, lengthMax, lengthMean, tokens, pagedBlocks: summary.pagedBlocks },
        { lengthMin: numpy.length_min, lengthMax: numpy.length_max, lengthMean: numpy.length_mean, tokens: numpy.tokens, pagedBlocks },
      );
      assert.equal(summary.contiguousSlots, sequences * maxLength);
    }
  });
}

// Reported by people of their engines (tests/models.rs): 1,478 blocks and 23,648 slots of Llama 3 8B.
test('compare takes a model and its memory, and gives bytes', async () => {
  const reported = await compare({ model: 'llama-3-8b', memory: 2.887, maxLength: 29_000 });
  assert.deepEqual([reported.kvBlocks, reported.kvSlots, reported.requestsAtMaximum?.toFixed(2)], [1478, 23648, '0.82']);
  assert.deepEqual([reported.model, reported.layers, reported.kvHeads, reported.headDim, reported.kvDtype, reported.memory],
    ['llama-3-8b', 32, 8, 128, 16, 2.887]);
  const own = await compare({ layers: 40, kvHeads: 40, headDim: 128, kvDtype: 8 });
  assert.deepEqual([own.model, own.bytesPerToken], ['custom', 409_600]);
  for (const named of [{ layers: 40, model: 'none' }, { model: 'none', layers: 40 }]) {
    assert.equal((await compare(/** @type {any} */ (named))).model, 'none', 'a name goes before a description');
  }
  // 102,400 slots of 800 KiB.
  assert.equal((await compare({ model: 'opt-13b' })).contiguousBytes, 102_400 * 819_200);
});

test('compare takes lengths of one’s own, all of them unless told otherwise', async () => {
  // By hand: 3 + 16 + 17 tokens, in blocks of 16 one, one and two.
  const all = await compare({ lengths: new Set([3, 16, 17]) });
  assert.deepEqual([all.workload, all.sequences, all.ownLengths, all.tokens, all.pagedBlocks], ['custom', 3, 3, 36, 4]);
  const twice = await compare({ lengths: [3, 16, 17], sequences: 5 });
  assert.equal(twice.tokens, 36 + 19);
  const million = await compare({ lengths: new Uint32Array(1_000_000).fill(512) });
  assert.deepEqual([million.sequences, million.pagedUtilization], [1_000_000, 1]);
});

test('compare refuses lengths that are none, and custom without any', async () => {
  for (const lengths of [[], [0], [1.5], [1, -1], [1_048_577], ['3'], new Array(1_000_001).fill(1), 3, null, '3']) {
    await assert.rejects(compare(/** @type {any} */ ({ lengths })), { name: 'RangeError', message: /^lengths must be 1 to 1000000 / });
  }
  await assert.rejects(compare({ workload: 'custom' }), { name: 'TypeError', message: /takes lengths/ });
});

test('compare refuses words that are no choices, and names those that are', async () => {
  for (const [field, value] of Object.entries({ model: 'gpt-5', workload: 'gaussian', kvDtype: 4 })) {
    const refusal = { name: 'RangeError', message: new RegExp(`^${field} must be one of .*, .*, not ${value}$`) };
    await assert.rejects(compare(/** @type {any} */ ({ [field]: value })), refusal);
  }
});

test('compares at once do not disturb each other', async () => {
  const blockSizes = [1, 16, 256];
  const summaries = await Promise.all(blockSizes.map((blockSize) => compare({ blockSize })));
  assert.deepEqual(summaries.map((summary) => summary.blockSize), blockSizes);
});

for (const [field, values] of Object.entries({
  sequences: [0, 1_000_001, -1, 1.5, NaN, Infinity, '50', null, 50n, [50], {}, true, Symbol('50')],
  maxLength: [0, 1_048_577, 2048.5],
  blockSize: [0, 4_097, 0.5],
  seed: [-1, 4_294_967_296, 0.1],
  mean: [0.99, 100_001, NaN, -Infinity, '300'],
  sigma: [-0.1, 4.1],
  memory: [0, 65_537, '12'],
  layers: [0, 1_001, 2.5],
})) {
  test(`compare refuses what ${field} must not be, and names it`, async () => {
    for (const value of values) {
      const refusal = { name: 'RangeError', message: new RegExp(`^${field} must be a .*number from [\\d.]+ to \\d+, not `) };
      await assert.rejects(compare({ [field]: /** @type {number} */ (value) }), refusal, String(value));
    }
    assert.equal((await compare()).tokens, 14582);
  });
}

test('compare refuses fields that do not exist, and what has no fields', async () => {
  for (const field of ['blocksize', 'block-size', 'theme', 'system', 'constructor']) {
    await assert.rejects(compare({ [field]: 1 }), { name: 'TypeError', message: new RegExp(`there is no field ${field};`) });
  }
  for (const nothing of [null, 50, 'seed']) {
    await assert.rejects(compare(/** @type {any} */ (nothing)), { name: 'TypeError' });
  }
});

// The bands that tests/serving.rs holds the simulator to, around the figures of Kwon et al., SOSP 2023, Fig. 2 and Fig. 13a.
test('simulate serves as the paper’s experiment does', async () => {
  const { steps, systems } = await simulate({ preset: 'vllm-paper-sharegpt', seed: 42 });
  assert.equal(steps, 50_000);
  for (const [name, published, tolerance] of /** @type {const} */ ([
    ['contiguous-max', 7, 0.01], ['contiguous-pow2', 9.81, 1], ['contiguous-oracle', 13.62, 1.5],
  ])) assert.ok(Math.abs(systems[name].running - published) <= tolerance, `${name}: ${systems[name].running} running`);
  for (const [name, published] of /** @type {const} */ ([['contiguous-max', 0.204], ['contiguous-pow2', 0.268], ['contiguous-oracle', 0.382]])) {
    assert.ok(Math.abs(systems[name].tokens - published) <= 0.04, `${name}: ${systems[name].tokens} tokens`);
  }
  assert.ok(systems.paged.tokens >= 0.95);
  assert.equal(systems.paged.fragmentationEvents, 0);
  assert.ok(systems['contiguous-first-fit'].fragmentationEvents > 0);
  for (const { tokens, reserved, internal, external } of Object.values(systems)) {
    assert.ok(Math.abs(tokens + reserved + internal + external - 1) < 1e-9);
  }
  assert.deepEqual(await simulate(), { steps, systems }, 'the same seed, the same run');
  assert.ok(Object.isFrozen(systems.paged));
});

test('simulate takes the slots of a model’s memory', async () => {
  const short = { seed: 7, steps: 3_000 };
  const [ofModel, ofSlots] = [await simulate({ ...short, model: 'opt-13b', memory: 12 }), await simulate({ ...short, slots: 15_728 })];
  assert.deepEqual(ofModel, ofSlots);
  // Whatever the block size: it is the memory that has so many.
  const blockSize = 256;
  assert.deepEqual(await simulate({ ...short, blockSize, model: 'opt-13b' }), await simulate({ ...short, blockSize, slots: 15_728 }));
  assert.notDeepEqual(ofModel, await simulate({ ...short, slots: 30_000 }));
});

test('simulate refuses what cannot be run, and says why', async () => {
  for (const [options, message] of /** @type {[any, RegExp][]} */ ([
    [{ slots: 0 }, /slot/], [{ slots: 100 }, /2,048/], [{ blockSize: 0 }, /block/], [{ blockSize: 20_000 }, /block/], [{ steps: 0 }, /step/],
    [{ rate: 0 }, /0/], [{ rate: NaN }, /NaN/], [{ watermark: 1 }, /1/], [{ steps: 1.5 }, /^steps must be a whole number/],
    [{ seed: -1 }, /^seed must be a whole number/], [{ preset: 'vllm' }, /there is no preset called vllm/], [{ arrivals: 'daily' }, /^arrivals must be/],
    [{ preset: 5 }, /^preset must be/], [{ preset: null }, /^preset must be/], [{ watermark: Infinity }, /^watermark must be a finite number/],
    [{ model: 'none', memory: 5 }, /takes a model/], [{ model: 'opt-13b', slots: 20_000 }, /not both/],
    [{ model: 'qwen2.5-0.5b', memory: 65_536 }, /^memory holds 5726623061 tokens/],
    [{ arrivals: 'poisson' }, /take a rate/], [{ memory: 12 }, /takes a model/], [{ model: 'gpt-5' }, /^model must be/], [{ maxLength: 1 }, /1 token/],
  ])) await assert.rejects(simulate(options), { name: 'RangeError', message }, JSON.stringify(options));
  await assert.rejects(simulate(/** @type {any} */ ({ blocksize: 1 })), { name: 'TypeError', message: /there is no field blocksize/ });
  const controller = new AbortController();
  const run = simulate({ signal: controller.signal });
  controller.abort(new Error('enough'));
  await assert.rejects(run, { message: 'enough' });
  assert.equal((await compare()).tokens, 14582);
});
