// A project that has installed the package, as anybody would: from the packed file, into a folder of its own.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** This repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const NAME = 'paged-attention-explainer';

/** The consumer's folder. It is removed when the tests of a file are done. */
export const FOLDER = mkdtempSync(join(tmpdir(), `${NAME}-`));
after(() => rmSync(FOLDER, { recursive: true }));

const windows = process.platform === 'win32';

/**
 * @param {string[]} args
 * @param {string} cwd
 */
const npm = (args, cwd) => execFileSync(windows ? 'npm.cmd' : 'npm', args, { cwd, encoding: 'utf8', shell: windows });

/** What npm says of the packed file. */
const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', FOLDER], join(ROOT, 'dist/npm')));
// Without the network: the package needs no other.
npm(['install', '--no-save', '--offline', '--no-audit', '--no-fund', join(FOLDER, packed.filename)], FOLDER);

/** @type {string[]} what is in the packed file */
export const FILES = packed.files.map((/** @type {{ path: string }} */ file) => file.path);

/** The installed `package.json`. */
export const PACKAGE = JSON.parse(readFileSync(join(FOLDER, 'node_modules', NAME, 'package.json'), 'utf8'));

const { resolve } = createRequire(join(FOLDER, 'consumer.js'));

/**
 * The file that the consumer gets for a specifier.
 *
 * @param {string} specifier
 */
export const resolved = (specifier) => resolve(specifier);

/**
 * Imports as the consumer does.
 *
 * @param {string} specifier
 */
export const imported = (specifier) => import(pathToFileURL(resolve(specifier)).href);

/**
 * Runs a module of the consumer's in a Node of its own, and returns what it prints.
 *
 * @param {string} code
 */
export function run(code) {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: FOLDER, encoding: 'utf8' });
}
