import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { NewPassword } from '../values/account-fields.ts';

const maxLength = 255;
const OwnWord = z.optional(z.string().check(z.maxLength(maxLength, `Must be at most ${maxLength} characters`)));

/**
 * Returns whether registration or a reset would refuse a new password as common or easy to guess. The form asks before
 * it is sent. The fields are those of the form: what it knows of the account, or the token of the reset link.
 */
export const checkPassword = endpoint('POST', '/api/auth/check-password', 'public', {
  body: z.object({
    password: NewPassword,
    username: OwnWord,
    email: OwnWord,
    firstName: OwnWord,
    lastName: OwnWord,
    token: OwnWord,
  }),
  response: z.object({ isCommon: z.boolean() }),
  errors: [400, 429],
});
