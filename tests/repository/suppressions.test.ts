import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Biome refuses a suppression without a reason, and one that suppresses nothing. */

const root = join(import.meta.dirname, '../..');
const production = execFileSync('git', ['ls-files', 'contract', 'server', 'web'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !path.includes('.test.'));
const lines = production.flatMap((path) =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((text, at) => ({ at: `${path}:${at + 1}`, text })),
);
const found = (pattern: RegExp) => lines.filter(({ text }) => pattern.test(text)).map(({ at }) => at);

describe('production code', () => {
  it('suppresses nothing of the compiler, and no rule for a whole file', () => {
    expect(found(/@ts-(expect-error|ignore|nocheck)|biome-ignore-(all|start)/)).toEqual([]);
  });

  it('says in words why a lint rule is wrong somewhere', () => {
    expect(found(/biome-ignore(?! lint\/\w+\/\w+: (\S+ ){3,}\S)/)).toEqual([]);
  });
});
