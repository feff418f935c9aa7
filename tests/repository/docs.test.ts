import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const notOurs = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage']);

/** Returns the paths of files below `folder`, relative to the repository. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

const files = filesBelow('.');
const pages = files.filter((path) => path.endsWith('.md'));
const topFolders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/', 1)[0]));

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Returns the page without its code blocks. */
const proseOf = (page: string) => read(page).replaceAll(/^```[\s\S]*?^```/gm, '');

/** Returns true if a path names a file or folder, or the last part of one, as `rules.ts` does. */
function exists(path: string): boolean {
  const folder = path.endsWith('/') ? path : `${path}/`;
  return files.some((file) => `/${file}/`.includes(`/${folder}`) && (path.includes('/') || file.endsWith(path)));
}

/** Returns true if a word in backticks is a path in the repository. */
function isPath(word: string): boolean {
  if (!/^\.?\w[\w.-]*(\/[\w.-]+)*\/?$/.test(word)) return false;
  if (/\.(tsx?|[mc]?js|md|ya?ml)$/.test(word)) return true;
  return word.includes('/') && topFolders.has(word.split('/', 1)[0] ?? '');
}

/** Returns the anchor of a heading, as links use it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-');
}

function isReachable(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!exists(file)) return false;
  return (
    anchor === undefined || [...read(file).matchAll(/^#+ (.+)$/gm)].some(([, text = '']) => anchorOf(text) === anchor)
  );
}

describe('the docs', () => {
  it.each(pages)('link only to what exists: %s', (page) => {
    const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const ours = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(ours.filter((target) => !isReachable(page, target))).toEqual([]);
  });

  it.each(pages)('cite only files that exist: %s', (page) => {
    const words = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);
    expect(words.filter((word) => isPath(word) && !exists(word))).toEqual([]);
  });

  it('explain log lines as the server writes them', () => {
    const lines = [...read('docs/operations/incidents.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, line = '']) => line);
    expect(lines.length).toBeGreaterThan(0);
    const sources = files.filter((path) => /^server\/.*\.ts$/.test(path) && !path.endsWith('.test.ts')).map(read);
    expect(lines.filter((line) => !sources.some((source) => source.includes(`'${line}`)))).toEqual([]);
  });
});
