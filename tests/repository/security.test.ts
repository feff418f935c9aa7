import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** `docs/security.md` covers every row of OWASP ASVS 5.0.0 that it claims to list, and names only what exists. */

const root = join(import.meta.dirname, '../..');

/** The rows of level 1, by chapter. */
const level1 = `
  1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3
  4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2
  7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5
  11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`;

/** The rows of level 2 of chapters 1 to 8 and 13. */
const level2 = `
  1.1.1 1.1.2 1.2.6 1.2.7 1.2.8 1.2.9 1.3.3 1.3.4 1.3.5 1.3.6 1.3.7 1.3.8 1.3.9 1.3.10 1.3.11 1.4.1 1.4.2 1.4.3 1.5.2
  2.1.2 2.1.3 2.2.3 2.3.2 2.3.3 2.3.4 2.4.1 3.3.2 3.3.3 3.3.4 3.4.3 3.4.4 3.4.5 3.4.6 3.5.4 3.5.5 3.7.1 3.7.2
  4.1.2 4.1.3 4.2.1 4.3.1 4.3.2 4.4.2 4.4.3 4.4.4 5.1.1 5.2.3 5.4.1 5.4.2 5.4.3
  6.1.2 6.1.3 6.2.9 6.2.10 6.2.11 6.2.12 6.3.3 6.3.4 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3
  6.8.1 6.8.2 6.8.3 6.8.4 7.1.1 7.1.2 7.1.3 7.3.1 7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2 8.1.2 8.2.3 8.4.1
  13.1.1 13.2.1 13.2.2 13.2.3 13.2.4 13.2.5 13.3.1 13.3.2 13.4.2 13.4.3 13.4.4 13.4.5`;

const idsOf = (text: string) => text.trim().split(/\s+/);
const expected = [...idsOf(level1).map((id) => `${id} 1`), ...idsOf(level2).map((id) => `${id} 2`)];

interface Row {
  id: string;
  level: string;
  asksFor: string;
  status: string;
  how: string;
}

const rows: Row[] = [
  ...readFileSync(join(root, 'docs/security.md'), 'utf8').matchAll(
    /^\| v5\.0\.0-(\S+) \| (\d) \| (.*?) \| (.*?) \| (.*?) \|$/gm,
  ),
].map(([, id = '', level = '', asksFor = '', status = '', how = '']) => ({ id, level, asksFor, status, how }));

/** Returns the paths that a row names in backticks, from the repository's root. */
const pathsOf = ({ how }: Row) =>
  [...how.matchAll(/`([^`]+)`/g)]
    .map(([, word = '']) => word)
    .filter((word) => /^[\w.][\w.-]*(\/[\w.-]+)*\/?$/.test(word) && (word.includes('/') || /\.\w+$/.test(word)));

describe('docs/security.md', () => {
  it('lists every row once, with its level', () => {
    expect(idsOf(level1)).toHaveLength(70);
    expect(rows.map(({ id, level }) => `${id} ${level}`).toSorted()).toEqual(expected.toSorted());
  });

  it('has a status and words for each row', () => {
    const known = ['held', 'not applicable', 'departed from'];
    const bad = rows.filter(({ asksFor, status, how }) => !known.includes(status) || asksFor === '' || how === '');
    expect(bad).toEqual([]);
  });

  it('names files and folders that exist', () => {
    const missing = rows.flatMap((row) => pathsOf(row).filter((path) => !existsSync(join(root, path))));
    expect(missing).toEqual([]);
  });

  it('names what meets each row, or refers to a row that does', () => {
    const unnamed = rows.filter((row) => {
      const referred = rows.find(({ id }) => row.how.startsWith(`as ${id}`));
      return row.status === 'held' && pathsOf(row).length === 0 && !(referred && pathsOf(referred).length > 0);
    });
    expect(unnamed.map(({ id }) => id)).toEqual([]);
  });
});
