import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * `docs/product` defines the requirements that code, tests and docs cite by id. Every cited id must exist, and
 * documents that are not in this repository must not be cited.
 */

const root = join(import.meta.dirname, '../..');
const folders = 'contract,server,web,tests,scripts,bench,docs';
const extensions = 'ts,tsx,mjs,md,css,html,json,yaml,yml';
const self = 'tests/repository/cited-ids.test.ts';

const files = globSync([`{${folders}}/**/*.{${extensions}}`, '*.{ts,md,json,yaml,cjs}', '.dependency-cruiser.cjs'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'package-lock.json', self],
});
const lines = files.flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ text, at: `${file}:${index + 1}`, isProduct: file.startsWith('docs/product/') })),
);

/** Each id with the place of its definition: `**BOOK-3**` in docs/product. */
const definitions = lines
  .filter((line) => line.isProduct)
  .flatMap(({ text, at }) => [...text.matchAll(/\*\*([A-Z]+-\d+)\*\*/g)].map(([, id = '']) => ({ id, at })));

test('docs/product defines every id once', () => {
  const places = Map.groupBy(definitions, ({ id }) => id);
  const twice = [...places].filter(([, found]) => found.length > 1);
  expect(definitions.length).toBeGreaterThan(100);
  expect(twice.map(([id, found]) => `${id}: ${found.map(({ at }) => at).join(', ')}`)).toEqual([]);
});

test('every cited id is defined in docs/product', () => {
  const defined = new Set(definitions.map(({ id }) => id));
  const prefixes = new Set([...defined].map((id) => id.split('-')[0]));
  const cited = new RegExp(`\\b(?:${[...prefixes].join('|')})-\\d+\\b`, 'g');
  const unknown = lines.flatMap(({ text, at }) =>
    [...text.matchAll(cited)].filter(([id]) => !defined.has(id)).map(([id]) => `${at}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

test('no file cites a document that is not in this repository', () => {
  const missing = /\b(?:SPEC|DESIGN|DECISIONS)\b/;
  expect(lines.filter(({ text }) => missing.test(text)).map(({ text, at }) => `${at}: ${text.trim()}`)).toEqual([]);
});
