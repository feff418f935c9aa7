import * as z from 'zod/mini';
import { normalizePhone } from './phone.ts';
import { requiredText } from './shapes.ts';
import { hasHiddenCharacter, hasVisibleCharacter } from './visible-text.ts';

/** The validation of what people enter about themselves. */

/** The message for a password without all four kinds of characters. */
export const passwordComposition =
  'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character (@$!%*?&)';

/** The rules for a new password, for the checklist under the field (ACC-13). */
export const passwordRules: readonly { label: string; holds: (password: string) => boolean }[] = [
  { label: '8 to 128 characters', holds: (password) => password.length >= 8 && password.length <= 128 },
  { label: 'One uppercase letter', holds: (password) => /[A-Z]/.test(password) },
  { label: 'One lowercase letter', holds: (password) => /[a-z]/.test(password) },
  { label: 'One number', holds: (password) => /\d/.test(password) },
  { label: 'One special character (@$!%*?&)', holds: (password) => /[@$!%*?&]/.test(password) },
];

/** A new password: for registration, reset and change. */
export const NewPassword = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(8, 'Password must be at least 8 characters long'),
    z.maxLength(128, 'Password must be less than 128 characters'),
    z.regex(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])/s, passwordComposition),
  );

export const invalidEmail = 'Please enter a valid email address';
/** An email address, trimmed and in lower case. Aliases with + are refused. */
export const Email = z.string({ error: invalidEmail }).check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(5, invalidEmail),
  z.maxLength(255, invalidEmail),
  z.email(invalidEmail),
  z.refine((email: string) => !email.includes('+'), 'Email aliases with + are not allowed for security'),
);

export const usernameTooShort = 'Username must be at least 3 characters';

/** A username, trimmed. Uniqueness ignores case. */
export const Username = z.string({ error: usernameTooShort }).check(
  z.trim(),
  z.minLength(3, usernameTooShort),
  z.maxLength(30, 'Username must be less than 30 characters'),
  z.regex(/^[A-Za-z0-9_-]*$/, 'Username can only contain letters, numbers, hyphens, and underscores'),
  z.refine((username: string) => !/admin/i.test(username), "Username cannot contain 'admin'"),
);

/** Returns the shape of a part of a name: it has visible characters, and none that hide or reorder text (ACC-54). */
function namePart(label: string, isRequired: string) {
  return requiredText(isRequired, 50, `${label} must be less than 50 characters`).check(
    z.refine((name: string) => name === '' || hasVisibleCharacter(name), isRequired),
    z.refine((name: string) => !hasHiddenCharacter(name), `${label} cannot contain invisible characters`),
  );
}

export const FirstName = namePart('First name', 'First name is required');
export const LastName = namePart('Last name', 'Last name is required');

/** A US phone number, stored as (NNN) NNN-NNNN. */
export const Phone = z.pipe(
  z.string({ error: 'Phone number is required' }).check(
    z.trim(),
    z.minLength(1, 'Phone number is required'),
    z.refine((phone: string) => phone === '' || normalizePhone(phone) !== null, 'Please enter a valid US phone number'),
  ),
  z.transform((phone: string) => normalizePhone(phone) ?? phone),
);

/** Returns the shape of a password to verify. It may predate the current rules, so only its length is limited. */
export const existingPassword = (message: string) =>
  z.string({ error: message }).check(z.minLength(1, message), z.maxLength(1024, message));
