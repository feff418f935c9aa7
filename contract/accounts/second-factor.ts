import * as z from 'zod/mini';
import { RecoveryCode, TwoFactorCode } from '../accounts/forms.ts';
import { endpoint } from '../endpoint.ts';
import { existingPassword } from '../values/account-fields.ts';

/** The number of recovery codes of an account. Each works once. */
export const recoveryCodeCount = 10;

const eitherCode = {
  error: 'Enter a code from your app or a recovery code',
  path: ['twoFactorCode'],
};

/** Either code proves the second factor. */
const codes = { twoFactorCode: z.optional(TwoFactorCode), recoveryCode: z.optional(RecoveryCode) };
const hasCode = (body: { twoFactorCode?: string | undefined; recoveryCode?: string | undefined }) =>
  body.twoFactorCode !== undefined || body.recoveryCode !== undefined;

const CodeBody = z.object(codes).check(z.refine(hasCode, eitherCode));
const PasswordAndCodeBody = z
  .object({ currentPassword: existingPassword('Current password is required'), ...codes })
  .check(z.refine(hasCode, eitherCode));

export const SecondFactorStatus = z.object({ enabled: z.boolean(), recoveryCodesLeft: z.int() });
export type SecondFactorStatus = z.output<typeof SecondFactorStatus>;

/** Returns whether two-factor sign-in is on and how many recovery codes are unused. */
export const getSecondFactor = endpoint('GET', '/api/me/second-factor', 'user', {
  beforeSecondFactor: true,
  response: SecondFactorStatus,
  errors: [],
});

/** A new key for an authenticator app: as text, as an otpauth: URI and as a QR code. */
export const NewFactor = z.object({
  /** Base32. */
  key: z.string(),
  uri: z.string(),
  /** A QR code of `uri`, as a data: URL. */
  qrCode: z.string(),
});
export type NewFactor = z.output<typeof NewFactor>;

/** Creates a new key. Sign-in stays the same until `enableSecondFactor`. 409 when two-factor sign-in is already on. */
export const beginSecondFactor = endpoint('POST', '/api/me/second-factor/begin', 'staff', {
  beforeSecondFactor: true,
  body: z.object({ currentPassword: existingPassword('Current password is required') }),
  response: NewFactor,
  errors: [400, 409, 429],
});

/** The new recovery codes, which are never shown again. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Turns two-factor sign-in on with the first code of the new key, and ends the account's other sessions. */
export const enableSecondFactor = endpoint('POST', '/api/me/second-factor/enable', 'staff', {
  beforeSecondFactor: true,
  body: z.object({ twoFactorCode: TwoFactorCode }),
  response: RecoveryCodes,
  errors: [400, 409, 429],
});

/** Replaces the recovery codes. 409 when two-factor sign-in is off. */
export const replaceRecoveryCodes = endpoint('POST', '/api/me/second-factor/recovery-codes', 'user', {
  body: PasswordAndCodeBody,
  response: RecoveryCodes,
  errors: [400, 409, 429],
});

/** Turns two-factor sign-in off and ends the account's other sessions. 409 when it is already off. */
export const disableSecondFactor = endpoint('POST', '/api/me/second-factor/disable', 'user', {
  body: PasswordAndCodeBody,
  response: z.object({ message: z.string() }),
  errors: [400, 409, 429],
});

/** Proves the second factor again for this session, after 409 `confirm_again`. 409 when two-factor sign-in is off. */
export const confirmAgain = endpoint('POST', '/api/me/confirm', 'user', {
  body: CodeBody,
  response: z.object({ message: z.string() }),
  errors: [400, 409, 429],
});
