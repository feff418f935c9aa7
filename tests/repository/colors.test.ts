import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const read = (path: string) => readFileSync(`${web}${path}`, 'utf8');
const tokens = schemesOf(read('ui/styles/tokens.css'));
const routes = schemesOf(read('routing/map/day-map.css'));
const schemes = ['light', 'dark'] as const;

/** Colors that are the same in both schemes: the flag's maize, and white on surfaces that are dark in both. */
const constant = ['maize', 'maize-deep', 'on-maize', 'on-deep', 'on-deep-soft'].map((name) => `--color-${name}`);

/** Text colors with their backgrounds. The contrast must be at least 4.5:1. */
const readable: readonly (readonly [text: string, ...grounds: string[]])[] = [
  ['ink', 'marble', 'paper', 'step', 'azure-wash', 'maize-wash', 'brick-wash', 'leaf-wash', 'dawn'],
  ['soft', 'marble', 'paper', 'step', 'azure-wash', 'maize-wash', 'brick-wash', 'leaf-wash'],
  ['azure', 'marble', 'paper', 'step', 'azure-wash'],
  ['azure-deep', 'marble', 'paper', 'step', 'azure-wash'],
  ['brick', 'marble', 'paper', 'brick-wash'],
  ['leaf', 'marble', 'paper', 'leaf-wash'],
  ['paper', 'ink', 'soft', 'azure', 'azure-hover', 'brick', 'brick-hover', 'leaf'],
  ['on-maize', 'maize', 'maize-deep'],
  ['on-deep', 'deep', 'brick-deep'],
  ['on-deep-soft', 'deep'],
  ['maize', 'deep'],
];

describe('colors', () => {
  it('have a value for dark mode', () => {
    const names = Object.keys(tokens.light);
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !(name in tokens.dark)).toSorted()).toEqual(constant.toSorted());
    expect(Object.keys(tokens.dark).filter((name) => !(name in tokens.light))).toEqual([]);
    expect(Object.keys(routes.dark)).toEqual(Object.keys(routes.light));
  });

  it.each(schemes)('leave text readable: %s', (scheme) => {
    const color = (name: string) => shownIn(tokens, scheme, `--color-${name}`);
    const faint = readable.flatMap(([text, ...grounds]) =>
      grounds.filter((ground) => contrast(color(text), color(ground)) < 4.5).map((ground) => `${text} on ${ground}`),
    );
    expect(faint).toEqual([]);
    for (const sky of ['--sky-high', '--sky-mid', '--sky-low'])
      for (const text of ['ink', 'soft', 'azure-deep'])
        expect(contrast(color(text), shownIn(tokens, scheme, sky)), `${text} on ${sky}`).toBeGreaterThan(4.5);
    expect(contrast(color('control'), color('paper'))).toBeGreaterThan(3);
  });

  it.each(schemes)('of routes are at least eight, readable below text and far apart: %s', (scheme) => {
    const colors = Object.values(routes[scheme]);
    expect(colors.length).toBeGreaterThanOrEqual(8);
    const paper = shownIn(tokens, scheme, '--color-paper');
    expect(colors.filter((color) => contrast(color, paper) < 4.5)).toEqual([]);
    for (const [index, one] of colors.entries()) {
      for (const other of colors.slice(index + 1)) {
        const apart = Math.hypot(...channels(one).map((value, at) => value - (channels(other)[at] ?? 0)));
        expect(apart, `${one} ${other}`).toBeGreaterThan(0.2);
      }
    }
  });

  it('of the browser’s own bar are those of the page', () => {
    for (const file of ['app.html', 'offline/document.html']) {
      const bars = [
        ...read(file).matchAll(/name="theme-color" content="(.+?)" media="\(prefers-color-scheme: (\w+)\)"/g),
      ];
      const expected = schemes.map((scheme) => [shownIn(tokens, scheme, '--color-marble'), scheme]);
      expect(
        bars.map(([, color, scheme]) => [color, scheme]),
        file,
      ).toEqual(expected);
    }
  });

  it('are tokens in every component', () => {
    // The brand's mark, the drawings, a photo's background and a mark of Google's have their own colors.
    const own =
      /^(ui\/logo|ui\/street\/.*|drivers\/stop\/scale-photo|addresses\/suggestion-list|landing\/render)\.tsx?$/;
    const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => !file.includes('.test.') && !own.test(file));
    const hard = /["'[(]#(?:[\da-f]{3}){1,2}\b|\brgba?\(\d|-(?:white|black)\b/i;
    expect(files.filter((file) => hard.test(read(file)))).toEqual([]);
  });
});

type Colors = Readonly<Record<string, string>>;

/** Returns the colors that a stylesheet declares as variables, for both schemes. */
function schemesOf(css: string): Record<(typeof schemes)[number], Colors> {
  const start = css.indexOf('@media screen and (prefers-color-scheme: dark)');
  return { light: colorsIn(css.slice(0, start)), dark: colorsIn(css.slice(start)) };
}

function colorsIn(css: string): Colors {
  const declared = [...css.matchAll(/(--[\w-]+): (#\w+|rgb\(\d.*?\)|\d+ \d+ \d+);/g)];
  return Object.fromEntries(declared.map(([, name = '', value = '']) => [name, value]));
}

/** Returns the value of a color in a scheme. */
function shownIn({ light, dark }: typeof tokens, scheme: (typeof schemes)[number], name: string): string {
  const value = (scheme === 'dark' ? dark[name] : undefined) ?? light[name];
  if (!value) throw new Error(`There is no ${name}.`);
  return value;
}

/** Returns red, green and blue of "#rrggbb", from 0 to 1. */
function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
}

/** Returns the contrast ratio of WCAG. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const [red = 0, green = 0, blue = 0] = channels(color).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
