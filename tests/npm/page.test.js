// The package in a browser: served as it is installed, and as a bundler takes it in.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { FOLDER, imported, NAME, PACKAGE } from './consumer.js';

/** @type {Record<string, string>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://host').pathname;
  try {
    const body = await readFile(join(FOLDER, path));
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
/** @type {import('@playwright/test').Browser} */
let browser;

before(async () => {
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  // As root, as in a container, Chromium starts without its sandbox only.
  browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH || undefined, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  server.close();
});

/** @param {string} specifier */
const served = (specifier) => `/node_modules/${NAME}/${PACKAGE.exports[specifier].default}`;

/**
 * Opens a page of the consumer's, and notes what goes wrong on it.
 *
 * @param {string} markup
 */
async function open(markup) {
  await writeFile(join(FOLDER, 'index.html'), `<!doctype html><title>A consumer</title><link rel="icon" href="data:,">${markup}`);
  const page = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  await page.goto(`http://127.0.0.1:${address.port}/index.html`);
  return { page, errors };
}

test('a page gets it from node_modules and shows and computes what Node does', async () => {
  const imports = { [NAME]: served('.'), [`${NAME}/define`]: served('./define') };
  const { page, errors } = await open(`
    <script type="importmap">${JSON.stringify({ imports })}</script>
    <script type="module">import '${NAME}/define'; import { compare } from '${NAME}'; window.compare = compare;</script>
    <${NAME} block-size="32"></${NAME}>`);
  const seen = await page.evaluate(async (name) => {
    await customElements.whenDefined(name);
    const element = document.querySelector(name);
    await Reflect.get(element ?? {}, 'ready');
    const compare = Reflect.get(window, 'compare');
    const refusal = await compare({ seed: -1 }).catch(String);
    return { shown: Reflect.get(element ?? {}, 'summary'), computed: await compare({ blockSize: 32 }), refusal };
  }, NAME);
  const { compare } = await imported(NAME);
  const expected = { ...await compare({ blockSize: 32 }) };
  assert.deepEqual(seen.shown, expected);
  assert.deepEqual(seen.computed, expected);
  assert.match(seen.refusal, /^RangeError: seed must be /);
  assert.deepEqual(errors, []);
});

/** @param {string} code */
async function bundled(code) {
  const stdin = { contents: code, resolveDir: FOLDER };
  const { warnings, outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm', logLevel: 'silent' });
  assert.deepEqual(warnings.filter(({ id }) => id !== 'ignored-bare-import'), []);
  return outputFiles[0].text;
}

test('a bundler for browsers finds nothing of Node in it', async () => {
  assert.match(await bundled(`import '${NAME}/define';`), /customElements\.define\(/);
  assert.match(await bundled(`import { compare } from '${NAME}'; compare();`), /pkg\/paged_attention_explainer_bg\.wasm/);
});

test('a bundler leaves out what is imported for nothing', async () => {
  assert.doesNotMatch(await bundled(`import '${NAME}';`), /class|function/);
  assert.doesNotMatch(await bundled(`import { compare } from '${NAME}'; compare();`), /connectedCallback/);
});

test('a bundler that leaves the module behind needs only wasm-url', async () => {
  await writeFile(join(FOLDER, 'bundle.js'), await bundled(`import '${NAME}/define';`));
  const module = PACKAGE.exports['./paged_attention_explainer_bg.wasm'];
  const { page, errors } = await open(`<script type="module" src="bundle.js"></script>
    <${NAME} wasm-url="node_modules/${NAME}/${module}"></${NAME}>`);
  const seen = await page.evaluate(async (name) => {
    await customElements.whenDefined(name);
    const element = document.querySelector(name);
    await Reflect.get(element ?? {}, 'ready');
    const panel = element?.shadowRoot?.querySelector('.explainer');
    return { tokens: Reflect.get(element ?? {}, 'summary').tokens, corners: panel && getComputedStyle(panel).borderRadius };
  }, NAME);
  assert.deepEqual(seen, { tokens: 14582, corners: '12px' });
  assert.deepEqual(errors, []);
});
