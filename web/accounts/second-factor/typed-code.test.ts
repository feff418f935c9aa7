import { expect, test } from 'vitest';
import { codesLeftText, groupedKey, readTypedCode, recoveryCodesText } from './typed-code.ts';

test('reads the six digits of a code, in groups or not', () => {
  for (const text of ['123456', ' 123 456 ', '123-456']) {
    expect(readTypedCode(text, false)).toEqual({ twoFactorCode: '123456' });
  }
  for (const text of ['', '12345', '1234567', 'abcdef']) expect(readTypedCode(text, false)).toBeNull();
});

test('reads a recovery code as it is typed', () => {
  expect(readTypedCode(' abcd-efgh ', true)).toEqual({ recoveryCode: 'abcd-efgh' });
  expect(readTypedCode('  ', true)).toBeNull();
});

test('writes keys and codes for people', () => {
  expect(groupedKey('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
  expect(recoveryCodesText(['a', 'b'], { brand: 'Stoop', username: 'dana' })).toBe(
    'Stoop recovery codes of dana. Each one works once.\n\na\nb\n',
  );
  expect([0, 1, 7].map(codesLeftText)).toEqual([
    'No recovery codes left',
    '1 recovery code left',
    '7 recovery codes left',
  ]);
});
