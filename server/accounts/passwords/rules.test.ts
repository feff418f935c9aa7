import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { NewPassword } from '../../../contract/values/account-fields.ts';
import { fastestTryMs } from '../../../tests/support/fastest-try.ts';
import { isGuessable } from './rules.ts';

const common = new Set(dictionary['passwords-common']);
const guessable = (password: string) => isGuessable(password, (text) => common.has(text) || text === 'stoop');

/** Common passwords from real lists that meet the composition rule. */
const listed = [
  ...['P@ssw0rd', 'Passw0rd!', 'Password1!', 'Password@1', 'P@ssw0rd1', 'P@ssw0rd123', 'Pa$$w0rd', 'P@$$w0rd1'],
  ...['Welcome1!', 'Welcome@123', 'Admin@123', 'Test@123', 'Test1234!', 'Abcd1234!', 'Abc@1234', 'Abc123!@#'],
  ...['Aa123456!', 'Aa@123456', 'Mm@123456', 'Qwerty123!', 'Qwerty@123', 'Qwer1234!', 'Asdf@1234', '1q2w3e4R!'],
  ...['1qaz!QAZ', '1qaz@WSX', '!QAZ2wsx', 'ZAQ!2wsx', 'Zaq1@wsx', '1qazXSW@', 'Letmein1!', 'Iloveyou1!'],
  ...['Monkey123!', 'Football1!', 'Dragon12!', 'Sunshine1!', 'Michael1!', 'Changeme1!', 'India@123', 'Google@123'],
  ...['Summer2026!', 'Winter2025!', '$ummer2026', 'Monday12!', 'Philly2026!', 'Eagles2024!', '1!Password'],
  ...['Stoop2026!', '$toop2026!', 'Ab1!Ab1!', 'Aa1!Aa1!Aa1!', 'Abcdefg1!', 'Aaaaaaa1!'],
];

describe('isGuessable', () => {
  it.each(listed)('is true for %s', (password) => {
    expect(guessable(password)).toBe(true);
  });

  it('sees through capitals and the composition rule for the whole list', () => {
    const decorated = dictionary['passwords-common']
      .slice(0, 3_000)
      .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}1!`);
    const accepted = decorated.filter((password) => NewPassword.safeParse(password).success && !guessable(password));
    expect(accepted).toEqual([]);
  });

  it.each([
    'Curb-side7!',
    'Another-7AM!',
    'Third-time7!',
    'Xk9!mQz2',
    'correct-Horse9!',
    'Blue-door-17!',
    'Rain4Tea&Toast',
  ])('is false for %s', (password) => {
    expect(guessable(password)).toBe(false);
  });

  it('is false when a common word is a small part', () => {
    expect(guessable('Summer84017362!')).toBe(false);
    expect(guessable('Ab1!aB1!')).toBe(true);
    expect(guessable('Pat4-1937205!')).toBe(false);
  });

  it.each([
    ['four letters of a word', 'Foxy#37!', 'Fox#37!', ['foxy', 'fox']],
    ['six digits and signs around a word', '7!9#Monkey37', '7!9#Monkey379', ['monkey']],
    ['six digits and signs before a word', '7!9#37Monkey', '7!9#379Monkey', ['monkey']],
    ['six digits and signs after a word', 'Monkey7!9#37', 'Monkey7!9#379', ['monkey']],
    ['three letters and signs around a number', 'Mm@980654', 'Mmm@980654', ['980654']],
    ['only a repetition', 'Xk9!Xk9!', 'Xk9!Xk9!q', []],
    ['the repetition of all of it', '2222', 'Xk9!mQz22', []],
    ['the repetition from its beginning to its end', 'aaaa', 'aaXk9!mQz2', []],
    ['a word in one piece', 'Dragon77', 'Dra77gon!', ['dragon']],
    ['a word of letters alone', 'Monkey', 'Horsemonkey', ['monkey']],
  ])('allows at most %s', (_what, guessed, strong, words) => {
    const spoils = (password: string) => isGuessable(password, (text) => words.includes(text));
    expect([guessed, strong].map(spoils)).toEqual([true, false]);
  });

  it('stays fast for the longest password', async () => {
    const measure = () => {
      const start = performance.now();
      for (const part of ['aA1!', '@4!1', 'P4$$w0rd']) guessable(part.repeat(32).slice(0, 127));
      return performance.now() - start;
    };
    expect(await fastestTryMs(50, measure)).toBeLessThan(50);
  });
});
