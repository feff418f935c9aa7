import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tooNewInScript, tooNewInStyle } from './too-new.ts';

const builtFolder = join(import.meta.dirname, '../../../dist/web');

/** Features that the oldest supported browsers lack, and why the app works without them. */
const harmless: Readonly<Record<string, string>> = {
  'AbortSignal.any': 'used only where it is there; elsewhere a read has one limit',
  '.showPopover()': 'used only where it is there; elsewhere the menu is a fixed box',
  '.checkVisibility()': 'used only where it is there, by the focus trap of dialogs',
  '.startViewTransition()': 'used only where it is there, by React and the router, and not by us',
  'Error.captureStackTrace': 'used only where it is there, by Zod',
  navigation: 'used only where it is there, by React',
  VideoFrame: 'used only where it is there, by the street map',
  'contain-intrinsic-size': 'long lists render as a whole',
  'content-visibility': 'long lists render as a whole',
  'overflow-clip-margin': 'Safari hides the edge of a focus outline in a long list',
  'forced-color-adjust': 'Windows high contrast, which Safari does not know',
  resize: 'iOS has no handle to resize a text area',
  'scrollbar-width': 'beside ::-webkit-scrollbar',
  'text-size-adjust': 'beside -webkit-text-size-adjust',
  'text-wrap': 'headings are not balanced',
  'baseline-shift': "part of the street map's own controls",
  'color-rendering': "part of the street map's own controls",
  'font-variant-position': "part of the street map's own controls",
};

/** Methods of the app or a library that have the same name as a newer method of a built-in object. */
const namesakes = ['.toArray()', '.take()', '.use()', '.difference()'];

test('the built app uses nothing that a supported browser lacks', () => {
  const files = readdirSync(builtFolder, { recursive: true, encoding: 'utf8' });
  const textOf = (file: string) => readFileSync(join(builtFolder, file), 'utf8');
  const found = files.flatMap((file) => {
    const names = file.endsWith('.js')
      ? tooNewInScript(textOf(file))
      : file.endsWith('.css')
        ? tooNewInStyle(textOf(file))
        : [];
    return names.map((name) => ({ name, file }));
  });
  expect(found.filter(({ name }) => !(name in harmless) && !namesakes.includes(name))).toEqual([]);
  // An unused name must be removed from the list.
  const used = new Set(found.map(({ name }) => name));
  expect([...Object.keys(harmless), ...namesakes].filter((name) => !used.has(name))).toEqual([]);
});

test.each([
  ['const groups = Map.groupBy(list, keyOf)', ['Map.groupBy', '.groupBy()']],
  ['Promise.withResolvers().promise; window.navigation', ['Promise.withResolvers', '.withResolvers()', 'navigation']],
  ['new Set(list).isSubsetOf(other)', ['.isSubsetOf()']],
  ['/[a--b]/v.test(word)', ['/v']],
  ['list.toSorted().findLast(isOpen); structuredClone(list)', []],
])('finds what is too new in %s', (source, names) => {
  expect(tooNewInScript(source)).toEqual([...names].sort());
});

test('finds features that are too new in a stylesheet', () => {
  const css = 'a{color:light-dark(#000,#fff);field-sizing:content}@starting-style{a{opacity:0}}b{display:grid}';
  expect(tooNewInStyle(css)).toEqual(['@starting-style', 'field-sizing', 'light-dark()']);
});
