import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeMail } from './letter.ts';
import { palette } from './letter-style.ts';

/** Tests that the HTML follows the rules of email programs, and that it still works when they drop parts of it. */

const head = { brandName: 'Kerb & Co', supportPhone: '(215) 555-0107', supportEmail: 'help@kerb.example' };
const mail = writeMail(head, {
  to: 'pat@kerb.example',
  subject: "It's tomorrow",
  greeting: 'Hi pat,',
  paragraphs: ["We're coming tomorrow.", 'Bags & boxes out by 7 AM.'],
  button: { label: 'See your pickup', url: 'https://kerb.example/pickup-history/1?a=1&b=2' },
  notes: ['Move it until 6:00 PM.'],
  link: { label: 'Pay at the bank', url: 'https://bank.example/pay' },
  unsubscribeUrl: 'https://kerb.example/unsubscribe?token=abc',
});
const html = mail.html ?? '';

interface Tag {
  name: string;
  attributes: string;
  /** The names of the enclosing elements, innermost first. */
  inside: string[];
}
const empty = new Set(['meta', 'br']);

/** Parses the start tags of the document. Throws when an element is closed inside another one. */
function readTags(document: string): Tag[] {
  const open: string[] = [];
  const tags: Tag[] = [];
  for (const [, slash, name = '', attributes = ''] of document.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^>"])*)>/g,
  )) {
    if (slash) {
      expect(open.shift()).toBe(name);
    } else {
      tags.push({ name, attributes, inside: [...open] });
      if (!empty.has(name)) open.unshift(name);
    }
  }
  expect(open).toEqual([]);
  return tags;
}
const tags = readTags(html.replace(/<!--.*?-->/gs, ''));
const styleOf = ({ attributes }: Tag) => /style="([^"]*)"/.exec(attributes)?.[1] ?? '';

describe('the HTML of an email', () => {
  it('nests its tables, and tells screen readers that they hold no data', () => {
    const parents: Record<string, string> = { td: 'tr', tr: 'tbody', tbody: 'table' };
    for (const { name, inside } of tags) {
      if (name in parents) expect(inside[0]).toBe(parents[name]);
    }
    const tables = tags.filter(({ name }) => name === 'table');
    expect(tables.length).toBeGreaterThan(3);
    for (const table of tables) {
      expect(['td', 'body']).toContain(table.inside[0]);
      expect(table.attributes).toContain('role="presentation"');
    }
    expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(2);
  });

  it('runs and loads nothing, and has no image that could be blocked', () => {
    const names = new Set(tags.map(({ name }) => name));
    for (const name of ['script', 'link', 'img', 'form', 'iframe', 'object', 'svg', 'video', 'base']) {
      expect(names).not.toContain(name);
    }
    expect(html).not.toMatch(/url\(|@import|@font-face|\ssrc=|\sbackground=|\son[a-z]+=|javascript:/);
    const targets = tags
      .filter(({ name }) => name === 'a')
      .map(({ attributes }) => /href="([^"]*)"/.exec(attributes)?.[1]);
    expect([...new Set(targets)].sort()).toEqual([
      'https://bank.example/pay',
      'https://kerb.example/pickup-history/1?a=1&amp;b=2',
      'https://kerb.example/unsubscribe?token=abc',
      'mailto:help@kerb.example',
    ]);
  });

  it('has its styles on the elements: a program that drops the style sheet loses no more than dark colors', () => {
    for (const tag of tags.filter(({ name }) => ['p', 'h1', 'a'].includes(name))) {
      expect(styleOf(tag)).toMatch(/(^|;)\s*color: #/);
      if (tag.name !== 'a') expect(styleOf(tag)).toContain('font-family');
    }
    const [, sheet = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    const outside = sheet.replace(/@media [^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '').trim();
    expect(outside).toBe('');
    const [, dark = ''] = /prefers-color-scheme: dark\) \{(.*)\}/s.exec(sheet) ?? [];
    for (const [, property] of dark.matchAll(/[{;]\s*([a-z-]+):/g)) expect(property).toContain('color');
  });

  it('takes 600 px at most and the whole width of a phone', () => {
    const column = tags.find(({ attributes }) => attributes.includes('class="column"'));
    expect(column && styleOf(column)).toMatch(/width: 100%;\s*max-width: 600px/);
    for (const tag of tags) {
      for (const [, width] of styleOf(tag).matchAll(/(?<!max-)width: (\d+)px/g))
        expect(Number(width)).toBeLessThan(300);
    }
  });

  it('has a button of 44 px whose whole cell is colored', () => {
    const button = tags.find(
      (tag) => tag.name === 'a' && tag.inside[0] === 'td' && styleOf(tag).includes('inline-block'),
    );
    const number = (name: string) => Number(new RegExp(`${name}: (\\d+)px`).exec(button ? styleOf(button) : '')?.[1]);
    expect(number('line-height') + 2 * number('padding')).toBeGreaterThanOrEqual(44);
    expect(html).toMatch(/<td align="center" bgcolor="#1258a1" style="[^"]*background-color: #1258a1/);
  });

  it('is in English, light and dark, titled with its subject, and shows its first paragraph in lists', () => {
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/i);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("<title>It's tomorrow</title>");
    const preheader = /<div class="preheader" style="([^"]*)">(.*?)<\/div>/.exec(html);
    expect(preheader?.[1]).toContain('display: none');
    expect(preheader?.[2]).toMatch(/^We're coming tomorrow\./);
  });

  it('says what the plain text says', () => {
    const visible = html
      .replace(/.*<\/head>/s, '')
      .replace(/<!--.*?-->|<div class="preheader".*?<\/div>/gs, '')
      .replace(/<\/(?:p|h1|td|div)>/g, '\n')
      .replace(/<[^>]*>/g, '')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('&amp;', '&');
    const lines = visible.split('\n').map((line) => line.trim().replace(/^Or open this link: /, ''));
    const said = `${mail.subject}\n${mail.text}`;
    for (const line of lines) expect(said).toContain(line);
    for (const line of mail.text.split('\n')) {
      const words = line.replace(/:$/, '').replace(/^Stop these emails: .*/, 'Stop these emails');
      if (!words.startsWith('--') && !words.startsWith('https:')) expect(visible).toContain(words);
    }
  });

  it('stays far below the size at which programs cut an email', () => {
    const paragraphs = Array.from({ length: 20 }, () => 'A long paragraph about a pickup. '.repeat(20));
    const long = writeMail(head, { to: 'a@b.example', subject: 'Long', greeting: 'Hi,', paragraphs });
    expect(Buffer.byteLength(long.html ?? '')).toBeLessThan(100_000);
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
  });
});

describe('the colors of an email', () => {
  it("are the app's", async () => {
    const tokens = await readFile(join(import.meta.dirname, '../../web/ui/styles/tokens.css'), 'utf8');
    const [lightTokens = '', darkTokens = ''] = tokens.split('prefers-color-scheme: dark');
    for (const [name, value] of Object.entries(palette.light))
      expect(lightTokens).toContain(`--color-${name}: ${value};`);
    for (const [name, value] of Object.entries(palette.dark))
      expect(darkTokens).toContain(`--color-${name}: ${value};`);
  });

  it.each(['light', 'dark'] as const)('can be read in the %s', (scheme) => {
    const { marble, paper, ink, soft, azure } = palette[scheme];
    for (const [text, ground] of [
      [ink, paper],
      [ink, marble],
      [soft, paper],
      [soft, marble],
      [azure, paper],
      [azure, marble],
      [paper, azure],
    ] as const) {
      expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** Returns the contrast of two colors as WCAG defines it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
