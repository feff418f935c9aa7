import { invalid } from './faults.ts';

/** A parsed form, before its values are converted to their types. */
export type Raw = string | { [key: string]: Raw };

/** Parses `a=1&b[c]=2&d[0]=3` strictly. Throws a 400 for duplicate keys and invalid syntax. */
export function readForm(text: string): { [key: string]: Raw } {
  const root: { [key: string]: Raw } = {};
  if (text === '') return root;
  for (const pair of text.split('&')) {
    const [rawKey = '', rawValue, ...rest] = pair.split('=');
    if (rawValue === undefined || rest.length > 0) throw invalid(`The form cannot be read: ${pair}`);
    const path = pathOf(decode(rawKey));
    put(root, path, decode(rawValue));
  }
  return root;
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function pathOf(key: string): [string, ...string[]] {
  const [, first, rest = ''] = /^([a-z_]+)((?:\[[^[\]]+\])*)$/.exec(key) ?? [];
  if (!first) throw invalid(`The form cannot be read: ${key}`, { param: key });
  return [first, ...[...rest.matchAll(/\[([^[\]]+)\]/g)].map(([, part]) => part as string)];
}

function put(root: { [key: string]: Raw }, path: readonly string[], value: string): void {
  let at = root;
  for (const part of path.slice(0, -1)) {
    at[part] ??= {};
    const next = at[part];
    if (typeof next === 'string') throw invalid(`${path.join('.')} is a value and an object`, { param: part });
    at = next;
  }
  const last = path.at(-1) as string;
  if (Object.hasOwn(at, last)) throw invalid(`${path.join('.')} is there twice`, { param: last });
  at[last] = value;
}
