import { describe, expect, it } from 'vitest';
import { encodingOf, reread } from './encodings.ts';

/** Encodes text in one of the encodings with one byte a letter. */
function bytesOf(text: string, encoding: 'windows-1252' | 'macintosh'): Buffer {
  const all = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Buffer.from(Array.from(text, (char) => all.indexOf(char)));
}

describe('the encoding of a file', () => {
  it.each([
    ...[
      'José Núñez',
      'Zoë',
      'O’Neill',
      'Joe’s Deli',
      'Dell’Aquila',
      'Müller',
      'François',
      'Björk Åse',
      'MUÑOZ',
      'JOSÉ',
    ],
    ...['Álvarez', 'Óscar', 'São João', 'Håkon Sørensen', '12–14 Elm', '“Joe”', 'René’s café', 'Renée — rear'],
  ])('is told from the letters of %s', (text) => {
    expect(encodingOf(bytesOf(text, 'windows-1252'))).toBe('windows-1252');
    expect(encodingOf(bytesOf(text, 'macintosh'))).toBe('macintosh');
    expect(encodingOf(Buffer.from(text))).toBe('utf-8');
    expect(encodingOf(Buffer.from(`Name,Email\n${text},a@example.com`, 'utf16le'))).toBe('utf-16le');
  });

  it('can be changed without losing a byte, and not to one in which the bytes are no letters', () => {
    const bytes = bytesOf('Zoë Núñez', 'macintosh');
    const wrong = new TextDecoder('windows-1252').decode(bytes);
    const right = reread(wrong, 'windows-1252', 'macintosh');
    expect(right).toBe('Zoë Núñez');
    expect(reread(right ?? '', 'macintosh', 'windows-1252')).toBe(wrong);
    expect(reread(wrong, 'windows-1252', 'utf-8')).toBeNull();
    expect(reread('ZoÃ«', 'windows-1252', 'utf-8')).toBe('Zoë');
  });
});
