// custom-elements.json, which editors read, says what the element has: no more and no less.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compare, PagedAttentionExplainer } from '../../www/index.js';
import { imported, FILES, NAME, resolved } from './consumer.js';

const { modules } = JSON.parse(readFileSync(resolved(`${NAME}/custom-elements.json`), 'utf8'));

/** @typedef {{ name: string, kind: string, default?: string, attribute?: string, fieldName?: string, readonly?: boolean }} Named */
/** @type {Record<'attributes' | 'members' | 'events' | 'cssProperties', Named[]> & Named & { tagName: string }} */
const element = modules.flatMap((/** @type {any} */ module) => module.declarations ?? [])
  .find((/** @type {any} */ declaration) => declaration.customElement);

/** @param {Named[]} list */
const names = (list) => list.map(({ name }) => name).sort();

/** What scripts may use of the class, callbacks of the browser left out. */
const own = Object.entries(Object.getOwnPropertyDescriptors(PagedAttentionExplainer.prototype))
  .filter(([name]) => name !== 'constructor' && !name.endsWith('Callback'));

test('every module and everything it exports is there', async () => {
  for (const { path, exports } of modules) {
    assert.ok(FILES.includes(path), path);
    const entry = Object.keys(await imported(resolved(NAME).replace('lib/index.js', path))).sort();
    assert.deepEqual(names(exports.filter((/** @type {Named} */ each) => each.kind === 'js')), path === 'lib/define.js' ? [] : entry);
  }
  assert.equal(element.tagName, PagedAttentionExplainer.tagName);
  assert.equal(element.name, PagedAttentionExplainer.name);
});

test('properties, methods and their attributes are those of the class', () => {
  assert.deepEqual(names(element.members), own.map(([name]) => name).sort());
  for (const [name, { value, set }] of own) {
    const member = element.members.find((each) => each.name === name);
    assert.equal(member?.kind, value ? 'method' : 'field', name);
    assert.equal(member?.readonly ?? false, !value && !set, name);
  }
  const attributes = element.members.filter((member) => member.attribute);
  assert.deepEqual(attributes.map(({ name, attribute }) => [attribute, name]), element.attributes.map(({ name, fieldName }) => [name, fieldName]));
  // Whatever can be set is an attribute; what is observed is one of these.
  assert.deepEqual(names(attributes), own.filter(([, { set }]) => set).map(([name]) => name).sort());
  for (const name of PagedAttentionExplainer.observedAttributes) assert.ok(names(element.attributes).includes(name), name);
});

test('defaults are those of the comparison', async () => {
  const summary = Object.entries(await compare());
  for (const { fieldName, default: text } of element.attributes) {
    const [, value] = summary.find(([name]) => name === fieldName) ?? [];
    if (typeof value === 'number' || typeof value === 'string') assert.equal(text, String(value), fieldName);
  }
});

test('events are those that the class documents', () => {
  const source = readFileSync(new URL('../../www/element.js', import.meta.url), 'utf8');
  assert.deepEqual(names(element.events), [...source.matchAll(/@fires (\S+)/g)].map(([, name]) => name).sort());
});

test('custom properties are those of the stylesheet', () => {
  const [css] = readFileSync(new URL('../../www/tokens.css', import.meta.url), 'utf8').split('@media');
  const declared = [...css.matchAll(/(--pae-[\w-]+): (.*);/g)].map(([, name, value]) => [name, value]);
  assert.deepEqual(element.cssProperties.map(({ name, default: value }) => [name, value]), declared);
});
