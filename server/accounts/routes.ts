import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../http/adapter.ts';
import { sendPageHeaders } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { changePassword } from './change-password.ts';
import { changeRole } from './change-role.ts';
import { countMembers } from './count-members.ts';
import { getProfile } from './get-profile.ts';
import { listByRole, listMembers } from './list-people.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import type { Client } from './open-session.ts';
import { redeemPasswordReset } from './redeem-password-reset.ts';
import { register } from './register.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resendVerification } from './resend-verification.ts';
import { shortUserAgent } from './rules.ts';
import { updateProfile } from './update-profile.ts';
import { verifyEmail } from './verify-email.ts';

export function accountRoutes(services: Services) {
  const { db } = services;
  return {
    register: async ({ body, request }) => await register(services, body, clientOf(request)),
    login: async ({ body, request }) => await logIn(services, body, clientOf(request)),
    logout: async ({ actor }) => {
      await logOut(services, actor.sid);
      return { success: true };
    },
    forgotPassword: async ({ body, request }) => {
      await requestPasswordReset(services, body.email, request.ip);
      return { message: 'If this address has an account, a link for a new password is on its way.' };
    },
    resetPassword: async ({ body, request }) => {
      await redeemPasswordReset(services, body, request.ip);
      return { message: 'Your password has been changed. Please sign in.' };
    },
    changePassword: async ({ actor, body, request }) => {
      await changePassword(services, actor, body, request.ip);
      return { message: 'Your password has been changed.' };
    },
    verifyEmail: async ({ body, request }) => {
      await verifyEmail(services, body.token, request.ip);
      return { message: 'Your email is verified.' };
    },
    resendVerification: async ({ actor }) => {
      const { email } = await resendVerification(services, actor.id);
      return { message: `A new link is on its way to ${email}.` };
    },
    getAuthUser: async ({ actor }) => await getProfile(services, actor.id),
    getMe: async ({ actor }) => await getProfile(services, actor.id),
    updateMe: async ({ actor, body }) => await updateProfile(services, actor.id, body),
    listUsers: async ({ query, request, reply }) => {
      const { customers, drivers, admins } = await listByRole(db, query);
      sendPageHeaders(reply, request, customers);
      return { customers: customers.items, drivers, admins };
    },
    listMembers: async ({ query, request, reply }) => {
      const members = await listMembers(db, query);
      sendPageHeaders(reply, request, members);
      return members.items;
    },
    countMembers: async () => await countMembers(db),
    changeRole: async ({ actor, params, body }) => await changeRole(services, actor.id, params.userId, body.role),
  } satisfies Partial<Handlers>;
}

function clientOf(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: shortUserAgent(request.headers['user-agent']) };
}
