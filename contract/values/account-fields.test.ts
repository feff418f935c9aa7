import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  Email,
  existingPassword,
  FirstName,
  invalidEmail,
  LastName,
  NewPassword,
  Phone,
  passwordComposition,
  passwordRules,
  Username,
  usernameTooShort,
} from './account-fields.ts';

/** Returns the parsed value of a field, or its first error. */
function read(field: z.ZodMiniType, text: unknown) {
  const { data, error } = field.safeParse(text);
  return error ? { refusal: error.issues[0]?.message } : data;
}

describe('a new password', () => {
  it.each([
    ['the least length', 'Curb-7!x', []],
    ['too short', 'Curb-7!', ['8 to 128 characters']],
    ['the greatest length', `Curb-7!${'x'.repeat(121)}`, []],
    ['too long', `Curb-7!${'x'.repeat(122)}`, ['8 to 128 characters']],
    ['without a capital', 'curb-side7!', ['One uppercase letter']],
    ['without a small letter', 'CURB-SIDE7!', ['One lowercase letter']],
    ['without a digit', 'Curb-side!', ['One number']],
    ['without a sign of the list', 'Curb-side7#', ['One special character (@$!%*?&)']],
    ['with a line break before the rest', '\n7!Curb-side', []],
  ])('is checked, and its checklist says the same: %s', (_what, password, broken) => {
    expect(passwordRules.filter(({ holds }) => !holds(password)).map(({ label }) => label)).toEqual(broken);
    expect(NewPassword.safeParse(password).success).toBe(broken.length === 0);
  });

  it('is refused with a message', () => {
    expect(read(NewPassword, undefined)).toEqual({ refusal: 'Password is required' });
    expect(read(NewPassword, 'curb-side7!')).toEqual({ refusal: passwordComposition });
  });
});

describe('fields about a person', () => {
  it.each([
    ['an email', Email, ' Pat@Example.COM ', 'pat@example.com'],
    ['a username', Username, ' Pat_Example-9 ', 'Pat_Example-9'],
    ['a username of three characters', Username, 'pat', 'pat'],
    ['a username of 30 characters', Username, 'p'.repeat(30), 'p'.repeat(30)],
    ['a first name', FirstName, ' Zoë ', 'Zoë'],
    ['a last name', LastName, 'O’Neil', 'O’Neil'],
    ['a phone number', Phone, ' 215.555.0142 ', '(215) 555-0142'],
    ['an older password', existingPassword('Password is required'), 'x', 'x'],
  ] as const)('take %s', (_what, field, text, value) => {
    expect(read(field, text)).toBe(value);
  });

  it.each([
    ['no email', Email, undefined, invalidEmail],
    ['an email without an address', Email, 'pat@', invalidEmail],
    ['an alias', Email, 'pat+1@example.com', 'Email aliases with + are not allowed for security'],
    ['no username', Username, undefined, usernameTooShort],
    ['a short username', Username, ' pa ', usernameTooShort],
    ['a long username', Username, 'p'.repeat(31), 'Username must be less than 30 characters'],
    ...['pat example', '.pat', 'pat.'].map(
      (text) => [text, Username, text, 'Username can only contain letters, numbers, hyphens, and underscores'] as const,
    ),
    ['a username of staff', Username, 'pat-Admin', "Username cannot contain 'admin'"],
    ['no name', FirstName, ' ', 'First name is required'],
    ['an invisible name', LastName, '\u3164', 'Last name is required'],
    ['a name that hides text', FirstName, 'Pat\u202e', 'First name cannot contain invisible characters'],
    ['no phone number', Phone, undefined, 'Phone number is required'],
    ['an empty phone number', Phone, ' ', 'Phone number is required'],
    ['a short phone number', Phone, '555-0142', 'Please enter a valid US phone number'],
    ['no password', existingPassword('Password is required'), undefined, 'Password is required'],
    ['an empty password', existingPassword('Password is required'), '', 'Password is required'],
  ] as const)('refuse %s', (_what, field, text, refusal) => {
    expect(read(field, text)).toEqual({ refusal });
  });

  it('refuse a blank value with one message', () => {
    for (const field of [FirstName, LastName, Phone]) expect(field.safeParse(' ').error?.issues).toHaveLength(1);
  });
});
