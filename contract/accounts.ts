import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { normalizePhone } from './values/phone.ts';
import { Address, Id, ListQuery, noFilter, requiredText, Timestamp } from './values/shapes.ts';
import { hasHiddenCharacter, hasVisibleCharacter } from './values/visible-text.ts';

/** What a person may do. Everyone who registers is a customer; other roles come from an admin. */
export const roles = ['customer', 'driver', 'admin'] as const;
export const Role = z.enum(roles, { error: 'Role must be customer, driver or admin' });
export type Role = z.output<typeof Role>;

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

/** A password someone chooses: registration, reset and change. */
export const NewPassword = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(8, 'Password must be at least 8 characters long'),
    z.maxLength(128, 'Password must be less than 128 characters'),
    z.regex(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])/s, passwordComposition),
  );

const invalidEmail = 'Please enter a valid email address';
/** An email address, trimmed and in lower case. Aliases with + are refused. */
export const Email = z.string({ error: invalidEmail }).check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(5, invalidEmail),
  z.maxLength(255, invalidEmail),
  z.email(invalidEmail),
  z.refine((email: string) => !email.includes('+'), 'Email aliases with + are not allowed for security'),
);

const usernameTooShort = 'Username must be at least 3 characters';

/** A username, trimmed. Uniqueness ignores case. */
export const Username = z.string({ error: usernameTooShort }).check(
  z.trim(),
  z.minLength(3, usernameTooShort),
  z.maxLength(30, 'Username must be less than 30 characters'),
  z.regex(/^[A-Za-z0-9_-]*$/, 'Username can only contain letters, numbers, hyphens, and underscores'),
  z.refine((username: string) => !/admin/i.test(username), "Username cannot contain 'admin'"),
);

/** A part of a person's name: visible, and without characters that hide or reorder text (ACC-54). */
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

const passwordsDiffer = 'Passwords do not match';
const PasswordAgain = z.string({ error: passwordsDiffer });
const confirmsPassword = {
  error: passwordsDiffer,
  path: ['confirmPassword'],
  // Also runs when another field is wrong, so that the form shows all errors together.
  when: (payload: { value: unknown }) => typeof payload.value === 'object' && payload.value !== null,
};

/** A password to verify. It may be older than today's rules, so only its length is bounded. */
export const existingPassword = (message: string) =>
  z.string({ error: message }).check(z.minLength(1, message), z.maxLength(1024, message));

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

/** A code for the day the phone is gone. It is longer than six characters, so it has a field of its own. */
export const RecoveryCode = requiredText('Recovery code is required', 100, 'This recovery code is not right');

export const LoginBody = z.object({
  username: requiredText('Username or email is required', 255, 'Username or email is required'),
  password: existingPassword('Password is required'),
  rememberMe: z._default(z.boolean({ error: 'Remember me must be true or false' }), false),
  twoFactorCode: z.optional(TwoFactorCode),
  recoveryCode: z.optional(RecoveryCode),
});

/** An account as the API shows it: no secret, token or provider id. */
export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  role: Role,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  lastLoginAt: z.nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type User = z.output<typeof User>;

export const SignedIn = z.object({ token: z.string(), user: User });

/** A row of the admin's All Members list. */
export const Member = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  role: Role,
  createdAt: Timestamp,
  lastLoginAt: z.nullable(Timestamp),
  totalPickups: z.int(),
  hasSubscription: z.boolean(),
  subscriptionStatus: z.string(),
});

/** Creates a customer account, signs it in and enqueues the verification email. */
export const register = endpoint('POST', '/api/auth/register', 'public', {
  body: RegisterBody,
  response: SignedIn,
  status: 201,
  errors: [400, 409, 429],
});

/**
 * Opens a session. 401 for any wrong combination, with the same message. After the right password of an account with
 * two-factor sign-in: 401 `two_factor_required` without a code, `invalid_two_factor_code` with a wrong one.
 */
export const login = endpoint('POST', '/api/auth/login', 'public', {
  body: LoginBody,
  response: SignedIn,
  errors: [400, 401, 429],
});

/** Ends the session of this token only. */
export const logout = endpoint('POST', '/api/auth/logout', 'user', {
  beforeSecondFactor: true,
  response: z.object({ success: z.boolean() }),
  errors: [],
});

const Message = z.object({ message: z.string() });

/** Emails a reset link. The response is the same whether or not the address has an account. */
export const forgotPassword = endpoint('POST', '/api/auth/forgot-password', 'public', {
  body: ForgotPasswordBody,
  response: Message,
  errors: [400, 429],
});

/** Sets a new password with an emailed token, once, and ends every session. */
export const resetPassword = endpoint('POST', '/api/auth/reset-password', 'public', {
  body: ResetPasswordBody,
  response: Message,
  errors: [400, 429],
});

/** Sets a new password and ends every other session. */
export const changePassword = endpoint('POST', '/api/auth/change-password', 'user', {
  body: ChangePasswordBody,
  response: Message,
  errors: [400, 429],
});

/** Marks the address the token was sent to as verified. Repeating it succeeds. */
export const verifyEmail = endpoint('POST', '/api/auth/verify-email', 'public', {
  body: VerifyEmailBody,
  response: Message,
  errors: [400, 429],
});

/** Emails another verification link. 409 when the address is already verified. */
export const resendVerification = endpoint('POST', '/api/auth/resend-verification', 'user', {
  response: Message,
  errors: [409, 429],
});

/** Brings back the email address the token was sent to, once, and ends every session. 409 when the address is taken. */
export const undoEmailChange = endpoint('POST', '/api/auth/undo-email-change', 'public', {
  body: UndoEmailChangeBody,
  response: Message,
  errors: [400, 409, 429],
});

export const getAuthUser = endpoint('GET', '/api/auth/user', 'user', {
  beforeSecondFactor: true,
  response: User,
  errors: [],
});

/** The signed-in user; the same as `getAuthUser`. */
export const getMe = endpoint('GET', '/api/me', 'user', { beforeSecondFactor: true, response: User, errors: [] });

/**
 * New values for username and email. Their rules apply only to values that change. `currentPassword` confirms a change
 * of the email; a wrong one is 400 whatever else is sent.
 */
export const UpdateMeBody = z.object({
  username: z.optional(z.string({ error: usernameTooShort })),
  email: z.optional(z.string({ error: invalidEmail })),
  currentPassword: z.optional(existingPassword('Current password is required')),
});

/** Changes the signed-in user's username and email. A new address must be verified; the old one can undo the change. */
export const updateMe = endpoint('PATCH', '/api/me', 'user', {
  body: UpdateMeBody,
  response: User,
  errors: [400, 409, 429],
});

/** A signed-in device. Neither its token nor the token's hash is shown. */
export const Session = z.object({
  id: Id,
  /** From the browser's user agent: "Chrome on Windows". */
  device: z.string(),
  /** The network address of the last recorded use. */
  ip: z.string(),
  signedInAt: Timestamp,
  /** Recorded every few minutes. */
  lastUsedAt: Timestamp,
  /** Whether the request came from it. */
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof Session>;

const SessionsEnded = z.object({ ended: z.int() });

/** The signed-in user's sessions, the last used first; at most 100. */
export const listMySessions = endpoint('GET', '/api/me/sessions', 'user', {
  response: z.array(Session),
  errors: [],
});

/** Ends one of the signed-in user's sessions. */
export const endMySession = endpoint('DELETE', '/api/me/sessions/:id', 'user', {
  params: z.object({ id: Id }),
  response: SessionsEnded,
  errors: [404],
});

/** Ends all of the signed-in user's sessions but the one of this request. */
export const endMyOtherSessions = endpoint('DELETE', '/api/me/sessions', 'user', {
  response: SessionsEnded,
  errors: [],
});

/** Another person's sessions, as `listMySessions`. */
export const listUserSessions = endpoint('GET', '/api/admin/users/:userId/sessions', 'admin', {
  params: z.object({ userId: Id }),
  response: z.array(Session),
  errors: [404],
});

/** Ends one session of a person. */
export const endUserSession = endpoint('DELETE', '/api/admin/users/:userId/sessions/:id', 'admin', {
  params: z.object({ userId: Id, id: Id }),
  response: SessionsEnded,
  errors: [404],
});

/** Ends all sessions of a person, except the one of this request. */
export const endUserSessions = endpoint('DELETE', '/api/admin/users/:userId/sessions', 'admin', {
  params: z.object({ userId: Id }),
  response: SessionsEnded,
  errors: [404],
});

const PeopleQuery = z.extend(ListQuery, { status: noFilter('status'), type: noFilter('type') });

/** One page of customers, and all active drivers and admins. With `role` the other two are empty. */
export const listUsers = endpoint('GET', '/api/admin/users', 'admin', {
  query: PeopleQuery,
  response: z.object({ customers: z.array(User), drivers: z.array(User), admins: z.array(User) }),
  errors: [400],
});

/** One page of all accounts, with each one's pickup count and plan status. */
export const listMembers = endpoint('GET', '/api/admin/all-members', 'admin', {
  query: PeopleQuery,
  response: z.array(Member),
  errors: [400],
});

/** The tiles of All Members. Counts stop at 10,001, which means "more than 10,000". */
export const MemberCounts = z.object({
  total: z.int(),
  customers: z.int(),
  drivers: z.int(),
  admins: z.int(),
  subscribed: z.int(),
});
export type MemberCounts = z.output<typeof MemberCounts>;

export const countMembers = endpoint('GET', '/api/admin/member-counts', 'admin', {
  response: MemberCounts,
  errors: [],
});

/** Changes a user's role. 409 for the last active admin and for a customer with a live plan. */
export const changeRole = endpoint('PATCH', '/api/admin/users/:userId/role', 'admin', {
  confirmsAgain: true,
  params: z.object({ userId: Id }),
  body: z.object({ role: Role }),
  response: User,
  errors: [400, 404, 409],
});
