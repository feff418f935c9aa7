import * as z from 'zod/mini';
import {
  ChangePasswordBody,
  ForgotPasswordBody,
  LoginBody,
  RegisterBody,
  ResetPasswordBody,
  UndoEmailChangeBody,
  UpdateMeBody,
  VerifyEmailBody,
} from './accounts/forms.ts';
import { endpoint } from './endpoint.ts';
import { Id, ListQuery, noFilter, Timestamp } from './values/shapes.ts';

/** A person's permissions. Everyone who registers is a customer; an admin gives the other roles. */
export const roles = ['customer', 'driver', 'admin'] as const;
export const Role = z.enum(roles, { error: 'Role must be customer, driver or admin' });
export type Role = z.output<typeof Role>;

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
  /** Set only by `getMe`, while a mail server permanently refuses the address. Nothing is emailed to it then. */
  emailRefused: z.optional(z.literal(true)),
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
  /** A deactivated account can't sign in. */
  isActive: z.optional(z.boolean()),
  twoFactorEnabled: z.optional(z.boolean()),
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
 * Opens a session. A wrong username and a wrong password return the same 401. For an account with two-factor sign-in,
 * the right password returns 401 `two_factor_required` without a code and 401 `invalid_two_factor_code` with a wrong
 * one.
 */
export const login = endpoint('POST', '/api/auth/login', 'public', {
  body: LoginBody,
  response: SignedIn,
  errors: [400, 401, 429],
});

/** Ends only the session of the request's token. */
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

/** Sets a new password with an emailed single-use token and ends every session. */
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

/** Marks the address that the token was sent to as verified. A repeated call succeeds. */
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

/**
 * Restores the email address that the single-use token was sent to, and ends every session. 409 when another account
 * has the address.
 */
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

/** Returns the signed-in user, as `getAuthUser` does, with `emailRefused`. */
export const getMe = endpoint('GET', '/api/me', 'user', { beforeSecondFactor: true, response: User, errors: [] });

/** Changes the signed-in user's username and email. A new address must be verified; the old one can undo the change. */
export const updateMe = endpoint('PATCH', '/api/me', 'user', {
  body: UpdateMeBody,
  response: User,
  errors: [400, 409, 429],
});

const PeopleQuery = z.extend(ListQuery, { status: noFilter('status'), type: noFilter('type') });

/** One page of customers, and all active drivers and admins. With `role`, the other two lists are empty. */
export const listUsers = endpoint('GET', '/api/admin/users', 'admin', {
  query: PeopleQuery,
  response: z.object({ customers: z.array(User), drivers: z.array(User), admins: z.array(User) }),
  errors: [400],
});

/** One page of all accounts, each with its pickup count and plan status. */
export const listMembers = endpoint('GET', '/api/admin/all-members', 'admin', {
  query: PeopleQuery,
  response: z.array(Member),
  errors: [400],
});

/** The counts of All Members. They stop at 10,001, which means "more than 10,000". */
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

const UserParams = z.object({ userId: Id });

/**
 * Deactivates an account: signs it out everywhere and unassigns a driver's open stops. A repeated call changes nothing.
 * 409 for the caller's own account (`own_account`), for the last active admin and for a customer with a live plan.
 */
export const deactivateMember = endpoint('POST', '/api/admin/users/:userId/deactivate', 'admin', {
  confirmsAgain: true,
  params: UserParams,
  response: User,
  errors: [404, 409],
});

/** Reactivates an account. A repeated call changes nothing. 409 for a deleted account. */
export const reactivateMember = endpoint('POST', '/api/admin/users/:userId/reactivate', 'admin', {
  confirmsAgain: true,
  params: UserParams,
  response: User,
  errors: [404, 409],
});

/**
 * Turns off two-factor sign-in for somebody who has lost the phone and the recovery codes, and signs the account out
 * everywhere. The account's owner gets an email. 409 for the caller's own account, and when two-factor sign-in is
 * already off.
 */
export const resetMemberFactor = endpoint('POST', '/api/admin/users/:userId/reset-two-factor', 'admin', {
  confirmsAgain: true,
  params: UserParams,
  response: User,
  errors: [404, 409],
});
