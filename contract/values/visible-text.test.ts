import { describe, expect, it } from 'vitest';
import { hasHiddenCharacter, hasVisibleCharacter } from './visible-text.ts';

describe('hasVisibleCharacter', () => {
  it('is true for letters, digits, signs and emoji of any script', () => {
    for (const text of ['Pat', 'O’Neil', '李', 'Ñ', '7', '-', '👩‍🌾', 'Zoë', 'مريم', 'क्ष']) {
      expect(hasVisibleCharacter(text), text).toBe(true);
    }
  });

  it('is false for text that draws nothing', () => {
    for (const code of [
      0x20, 0xa0, 0xad, 0x200b, 0x200d, 0x2060, 0x2800, 0x3000, 0x3164, 0x115f, 0xffa0, 0xfe0f, 0x301,
    ]) {
      expect(hasVisibleCharacter(String.fromCodePoint(code).repeat(3)), code.toString(16)).toBe(false);
    }
    expect(hasVisibleCharacter('')).toBe(false);
  });
});

describe('hasHiddenCharacter', () => {
  it('is true for control, direction and zero-width characters', () => {
    const codes = [0, 0x07, 0x09, 0x0a, 0x1b, 0x7f, 0x85, 0xad, 0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029];
    codes.push(0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0xe000, 0xe0041);
    for (const code of codes) {
      expect(hasHiddenCharacter(`Pat${String.fromCodePoint(code)}ty`), code.toString(16)).toBe(true);
    }
  });

  it('is true for a joiner that joins nothing', () => {
    for (const text of ['Pat\u200d', '\u200dPat', 'Pat \u200d Ty', 'a\u200d\u200db']) {
      expect(hasHiddenCharacter(text), JSON.stringify(text)).toBe(true);
    }
  });

  it('is false for the names people have', () => {
    for (const text of ['Pat Example-Ng', 'D’Angelo', 'علی‌رضا', 'श्र्‍य', '👩🏽‍🌾', '❤️‍🔥', 'ආරච්චිගේ', 'Jr.']) {
      expect(hasHiddenCharacter(text), text).toBe(false);
    }
  });
});
