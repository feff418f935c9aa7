import * as z from 'zod/mini';
import {
  Email,
  existingPassword,
  FirstName,
  invalidEmail,
  LastName,
  NewPassword,
  Phone,
  Username,
  usernameTooShort,
} from '../values/account-fields.ts';
import { Address, requiredText } from '../values/shapes.ts';

/**
 * The request bodies of the account forms. They are in a separate file from the endpoints so that only the pages with
 * these forms load them (decision 063).
 */

const passwordsDiffer = 'Passwords do not match';
const PasswordAgain = z.string({ error: passwordsDiffer });
const confirmsPassword = {
  error: passwordsDiffer,
  path: ['confirmPassword'],
  // Also runs when another field is wrong, so that the form shows all errors together.
  when: (payload: { value: unknown }) => typeof payload.value === 'object' && payload.value !== null,
};

/** A token from a link in one of our emails. */
const emailedToken = (message: string) => requiredText(message, 200, message);

export const RegisterBody = z
  .object({
    username: Username,
    email: Email,
    password: NewPassword,
    confirmPassword: PasswordAgain,
    firstName: FirstName,
    lastName: LastName,
    phone: Phone,
    address: Address,
  })
  .check(z.refine((form) => form.password === form.confirmPassword, confirmsPassword));

export const ForgotPasswordBody = z.object({ email: Email });

export const ResetPasswordBody = z
  .object({ token: emailedToken('Reset token is required'), password: NewPassword, confirmPassword: PasswordAgain })
  .check(z.refine((form) => form.password === form.confirmPassword, confirmsPassword));

export const ChangePasswordBody = z
  .object({
    currentPassword: existingPassword('Current password is required'),
    password: NewPassword,
    confirmPassword: PasswordAgain,
  })
  .check(z.refine((form) => form.password === form.confirmPassword, confirmsPassword));

export const VerifyEmailBody = z.object({ token: emailedToken('Verification token is required') });

export const UndoEmailChangeBody = z.object({ token: emailedToken('Undo token is required') });

const notSixDigits = 'Two-factor code must be 6 digits';

/** A code from an authenticator app. */
export const TwoFactorCode = z.string({ error: notSixDigits }).check(z.length(6, notSixDigits));

/** A code for signing in without the phone. It is longer than six characters, so it has its own field. */
export const RecoveryCode = requiredText('Recovery code is required', 100, "This recovery code isn't right");

export const LoginBody = z.object({
  username: requiredText('Username or email is required', 255, 'Username or email is required'),
  password: existingPassword('Password is required'),
  rememberMe: z._default(z.boolean({ error: 'Remember me must be true or false' }), false),
  twoFactorCode: z.optional(TwoFactorCode),
  recoveryCode: z.optional(RecoveryCode),
});

/**
 * New values for username and email. Only values that change are validated. `currentPassword` confirms a new email; a
 * wrong password is always 400.
 */
export const UpdateMeBody = z.object({
  username: z.optional(z.string({ error: usernameTooShort })),
  email: z.optional(z.string({ error: invalidEmail })),
  currentPassword: z.optional(existingPassword('Current password is required')),
});
