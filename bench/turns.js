/** Another program that does what it is told, a line at a time, so that it can take turns with a page. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** @typedef {ReturnType<typeof startProgram>} Program */

/**
 * Starts a program that answers every line on its standard input with one of JSON on its standard output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 */
export function startProgram(command, args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close');

  /** @param {string} line */
  async function ask(line) {
    child.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${command} ended when it was told: ${line}`);
    const answer = JSON.parse(value);
    if (answer.error) throw new Error(`${command}: ${answer.error}`);
    return answer;
  }

  async function end() {
    child.stdin.end();
    await ended;
  }

  return { ask, end };
}

/**
 * Whether a program starts at all.
 *
 * @param {string} command
 */
export function isThere(command) {
  return spawnSync(command, ['--version']).status === 0;
}
