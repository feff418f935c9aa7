import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findConditions } from './conditions.ts';
import { survivors } from './survivors.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const isInStore = (key: string) => key.includes('store.ts ');

it('name conditions that the stores have', () => {
  const files = globSync('server/**/*.store.ts');
  const found = new Set(files.flatMap((file) => findConditions(file, read(file)).map(({ key }) => key)));
  expect(found.size).toBeGreaterThan(200);
  expect([...survivors.keys()].filter((key) => isInStore(key) && !found.has(key))).toEqual([]);
});

it('name code that the rules have', () => {
  const isGone = (key: string) => {
    const [, file = '', code = ''] = /^(\S+): (.*) → /s.exec(key) ?? [];
    return !read(file).replace(/\s+/g, ' ').includes(code);
  };
  const ofRules = [...survivors.keys()].filter((key) => !isInStore(key));
  expect(ofRules.length).toBeGreaterThan(20);
  expect(ofRules.filter(isGone)).toEqual([]);
});
