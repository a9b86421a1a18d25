/** Runs in parts.html: a million lengths from the bytes of a file, in several ways. */
import { loadWhole, presentEngine } from '../www/engine.js';
import { readLengths } from '../www/slices.js';
import { drawLengths } from './workload.js';

/**
 * @typedef {'numbers' | 'csv' | 'json-lines'} Kind
 * @typedef {'whole' | 'page' | 'json' | 'papa'} Way the reader given everything at once; as the page gives it; and two others
 * @typedef {ArrayLike<number>} Lengths
 * @typedef {ReturnType<typeof digestOf>} Digest
 * @typedef {{ data: string[][] }} Parsed
 * @typedef {{ parse: (text: string, config: { delimiter: string, skipEmptyLines: boolean }) => Parsed }} PapaParse
 */

const SEQUENCES = 1_000_000;

/** What a field or column is called; the product guesses that such two add up. */
const [PROMPT, OUTPUT] = ['prompt_tokens', 'completion_tokens'];

/** The delimiter is said, lest Papa Parse guess it; rows come as arrays, which is faster than objects by name. */
const PAPA_CONFIG = { delimiter: ',', skipEmptyLines: true };

/** @param {Kind} kind */
export async function createReading(kind) {
  await loadWhole();
  const lengths = drawLengths({ sequences: SEQUENCES, maxLength: 2_048, seed: 42, blockSize: 1 });
  const bytes = new TextEncoder().encode(textOf(kind, lengths));
  // `JSON.parse` takes numbers as an array only.
  const jsonBytes = kind === 'numbers' ? new TextEncoder().encode(`[${lengths.join(',')}]`) : bytes;
  const file = new Blob([bytes]);

  /** @type {Record<Way, () => Lengths | Promise<Lengths>>} */
  const ways = {
    whole: () => readWhole(bytes),
    page: () => readAsPage(file),
    json: () => (kind === 'numbers' ? JSON.parse(decode(jsonBytes)) : parseLines(decode(jsonBytes))),
    papa: () => parseRows(kind, decode(bytes)),
  };

  /**
   * From the bytes to the lengths, in milliseconds.
   *
   * @param {Way} way
   */
  async function time(way) {
    const start = performance.now();
    const read = await ways[way]();
    const took = performance.now() - start;
    return { took, digest: digestOf(read) };
  }

  return { time, expected: digestOf(lengths), megabytes: bytes.length / 1e6 };
}

/** @param {Uint8Array} bytes */
function readWhole(bytes) {
  const engine = presentEngine();
  const sniffed = engine.sniffLengths(bytes.subarray(0, engine.sniffedBytes()));
  const reader = new engine.LengthsReader(sniffed, Uint32Array.from(sniffed.guess));
  sniffed.free();
  reader.push(bytes);
  return taken(reader.finish());
}

/** @param {Blob} file */
async function readAsPage(file) {
  const engine = presentEngine();
  const sniffed = engine.sniffLengths(new Uint8Array(await file.slice(0, engine.sniffedBytes()).arrayBuffer()));
  const { guess } = sniffed;
  sniffed.free();
  return taken(await readLengths(engine, file, guess, new AbortController().signal, () => {}));
}

/** @param {import('../www/slices.js').LengthsRead} read */
function taken(read) {
  const { lengths } = read;
  read.free();
  return lengths;
}

/** @param {string} text */
function parseLines(text) {
  const lengths = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const fields = JSON.parse(line);
    lengths.push(fields[PROMPT] + fields[OUTPUT]);
  }
  return lengths;
}

/**
 * @param {Kind} kind
 * @param {string} text
 */
function parseRows(kind, text) {
  const { Papa } = /** @type {typeof globalThis & { Papa: PapaParse }} */ (globalThis);
  const { data } = Papa.parse(text, PAPA_CONFIG);
  if (kind === 'numbers') return data.map(([length]) => Number(length));
  const [names, ...rows] = data;
  const [prompt, output] = [names.indexOf(PROMPT), names.indexOf(OUTPUT)];
  return rows.map((row) => Number(row[prompt]) + Number(row[output]));
}

/** @param {Uint8Array} bytes */
function decode(bytes) {
  return new TextDecoder().decode(bytes);
}

/**
 * @param {Kind} kind
 * @param {Int32Array} lengths
 */
function textOf(kind, lengths) {
  /** @type {Record<Kind, (prompt: number, output: number) => string>} */
  const line = {
    numbers: (prompt, output) => String(prompt + output),
    csv: (prompt, output) => `${prompt},${output}`,
    'json-lines': (prompt, output) => JSON.stringify({ [PROMPT]: prompt, [OUTPUT]: output }),
  };
  const head = kind === 'csv' ? [`${PROMPT},${OUTPUT}`] : [];
  const lines = Array.from(lengths, (length) => {
    const prompt = Math.ceil(length * 0.7);
    return line[kind](prompt, length - prompt);
  });
  return `${[...head, ...lines].join('\n')}\n`;
}

/**
 * How many there are, what they add up to, and a number that depends on their order as well.
 *
 * @param {Lengths} lengths
 */
function digestOf(lengths) {
  let sum = 0;
  let inOrder = 0;
  for (let i = 0; i < lengths.length; i++) {
    sum += lengths[i];
    inOrder = (Math.imul(inOrder, 31) + lengths[i]) | 0;
  }
  return { count: lengths.length, sum, inOrder };
}
