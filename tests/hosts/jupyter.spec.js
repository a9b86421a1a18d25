// The explainer in a cell of a notebook, in a real JupyterLab.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '../browser/explainer.js';
import { drive, framed, serveExplainer } from './explainer.js';

// JupyterLab has notices of its own on the console; none is of the explainer.
test.use({ viewport: { width: 1280, height: 900 }, expectedErrors: [/^(?!.*example\.org)/] });

/** How long JupyterLab may take to start, in milliseconds. */
const PATIENCE = 90_000;

/** @type {import('node:child_process').ChildProcess} */
let lab;
let address = '';

test.beforeAll(async () => {
  test.setTimeout(PATIENCE);
  // No token: it listens to this machine alone, and to no pages of others.
  const args = ['lab', '--no-browser', '--allow-root', '--ip=127.0.0.1', '--port=0', '--IdentityProvider.token='];
  // What it keeps of its readers stays in its own folder, too, and is theirs alone.
  const home = join(process.env.NOTEBOOKS ?? '.', '.home');
  const folders = ['JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'JUPYTER_RUNTIME_DIR', 'IPYTHONDIR'].map((name) => [name, home]);
  lab = spawn(process.env.JUPYTER ?? 'jupyter', args, {
    cwd: process.env.NOTEBOOKS,
    env: { ...process.env, ...Object.fromEntries(folders) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  address = await new Promise((resolve, reject) => {
    let said = '';
    lab.once('error', reject);
    lab.once('exit', (code) => reject(new Error(`JupyterLab has ended with ${code}:\n${said}`)));
    lab.stderr?.on('data', (chunk) => {
      said += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+\/lab/.exec(said);
      if (found) resolve(found[0]);
    });
  });
});

test.afterAll(() => {
  lab?.kill();
});

test('jupyter: a cell shows the explainer in a frame', async ({ page }) => {
  test.setTimeout(PATIENCE);
  await serveExplainer(page);
  await page.goto(`${address}/tree/frame.ipynb`);
  // Asked too early, before the kernel is there, JupyterLab asks back which one.
  await expect(page.getByText('Python 3 (ipykernel) | Idle')).toBeVisible({ timeout: PATIENCE });
  const select = page.getByRole('button', { name: 'Select', exact: true });
  await page.addLocatorHandler(select, () => select.click());
  await page.locator('.lm-MenuBar-itemLabel', { hasText: /^Run$/ }).click();
  await page.locator('.lm-Menu-itemLabel', { hasText: /^Run All Cells$/ }).click();
  await drive(framed(page));
  // In the height that the how-to gives, there is nothing to scroll to.
  const frame = page.frames().find((each) => each.url().includes('embed.html'));
  expect(await frame?.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
});
