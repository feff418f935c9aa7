import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../http/adapter.ts';
import { sendPageHeaders } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { changeContact } from './contact/change-contact.ts';
import { changeMyPhone } from './contact/change-my-phone.ts';
import { readContact } from './contact/read-contact.ts';
import { beginFactor } from './enrollment/begin-factor.ts';
import { enableFactor } from './enrollment/enable-factor.ts';
import { confirmSession, disableFactor, getFactorStatus, replaceRecoveryCodes } from './enrollment/manage-factor.ts';
import { resetFactor } from './enrollment/reset-factor.ts';
import { activateAccount } from './members/activate-account.ts';
import { addCustomer } from './members/add-customer.ts';
import { changeRole } from './members/change-role.ts';
import { countMembers } from './members/count-members.ts';
import { deactivateAccount } from './members/deactivate-account.ts';
import { listByRole, listMembers } from './members/list-people.ts';
import { changePassword } from './passwords/change-password.ts';
import { checkPassword } from './passwords/check-password.ts';
import { redeemPasswordReset, requestPasswordReset } from './passwords/forgotten-password.ts';
import { undoEmailChange } from './profile/undo-email-change.ts';
import { getProfile, getProfileWithRefusal, updateProfile } from './profile/update-profile.ts';
import { register } from './registration/register.ts';
import { resendVerification, verifyEmail } from './registration/verify-email.ts';
import { shortUserAgent } from './rules.ts';
import { endSessions } from './sessions/end-sessions.ts';
import { listOwnSessions, listUserSessions } from './sessions/list-sessions.ts';
import { knownDevices } from './sign-in/known-devices.ts';
import { logIn } from './sign-in/log-in.ts';
import type { Client } from './sign-in/open-session.ts';
import { deleteSession } from './sign-in/sign-in.store.ts';

export function accountRoutes(services: Services) {
  const { db } = services;
  const devices = knownDevices(services);
  const originOf = async (request: FastifyRequest) => ({ ip: request.ip, device: await devices.idOf(request) });
  return {
    register: async ({ body, request, reply }) => {
      const signedIn = await register(services, body, clientOf(request));
      await devices.remember(request, reply, signedIn.user.id, signedIn.token);
      return signedIn;
    },
    login: async ({ body, request, reply }) => {
      const signedIn = await logIn(services, body, clientOf(request), await devices.idOf(request));
      await devices.remember(request, reply, signedIn.user.id, signedIn.token);
      return signedIn;
    },
    logout: async ({ actor }) => {
      await deleteSession(db, actor.sid);
      return { success: true };
    },
    checkPassword: async ({ body, request }) => await checkPassword(services, body, request.ip),
    forgotPassword: async ({ body, request }) => {
      await requestPasswordReset(services, body.email, request.ip);
      return { message: "If this email has an account, we've sent a link to reset its password." };
    },
    resetPassword: async ({ body, request, reply }) => {
      const userId = await redeemPasswordReset(services, body, request.ip);
      // The emailed link proves as much as a sign-in. Strangers' failed sign-ins don't lock out a remembered device.
      await devices.remember(request, reply, userId);
      return { message: 'Your password has been changed. Please sign in.' };
    },
    changePassword: async ({ actor, body, request }) => {
      await changePassword(services, actor, body, await originOf(request));
      return { message: 'Your password has been changed.' };
    },
    verifyEmail: async ({ body, request }) => {
      await verifyEmail(services, body.token, request.ip);
      return { message: 'Your email is verified.' };
    },
    undoEmailChange: async ({ body, request }) => {
      const { email } = await undoEmailChange(services, body.token, request.ip);
      return { message: `Your email is ${email} again. You are signed out everywhere.` };
    },
    resendVerification: async ({ actor }) => {
      const { email } = await resendVerification(services, actor.id);
      return { message: `We've sent a new link to ${email}.` };
    },
    getAuthUser: async ({ actor }) => await getProfile(services, actor.id),
    getMe: async ({ actor }) => await getProfileWithRefusal(services, actor.id),
    updateMe: async ({ actor, body, request }) =>
      await updateProfile(services, actor.id, body, await originOf(request)),
    getContact: async ({ actor }) => await readContact(services, actor.id),
    changeMyPhone: async ({ actor, body }) => await changeMyPhone(services, actor.id, body.phone),
    changeContact: async ({ actor, body }) => await changeContact(services, actor.id, body),
    listMySessions: async ({ actor }) => await listOwnSessions(services, actor),
    endMySession: async ({ actor, params }) => await endSessions(services, actor, actor.id, params),
    endMyOtherSessions: async ({ actor }) => await endSessions(services, actor, actor.id, 'others'),
    listUserSessions: async ({ actor, params }) => await listUserSessions(services, actor, params.userId),
    endUserSession: async ({ actor, params: { userId, id } }) => await endSessions(services, actor, userId, { id }),
    endUserSessions: async ({ actor, params }) => await endSessions(services, actor, params.userId, 'others'),
    getSecondFactor: async ({ actor }) => await getFactorStatus(db, actor.id),
    beginSecondFactor: async ({ actor, body, request }) =>
      await beginFactor(services, { ...actor, ...(await originOf(request)) }, body.currentPassword),
    enableSecondFactor: async ({ actor, body, request }) => {
      return { recoveryCodes: await enableFactor(services, actor, body.twoFactorCode, request.ip) };
    },
    replaceRecoveryCodes: async ({ actor, body, request }) => {
      return { recoveryCodes: await replaceRecoveryCodes(services, { ...actor, ...(await originOf(request)) }, body) };
    },
    disableSecondFactor: async ({ actor, body, request }) => {
      await disableFactor(services, { ...actor, ...(await originOf(request)) }, body);
      return { message: 'Two-factor sign-in is off.' };
    },
    confirmAgain: async ({ actor, body, request }) => {
      await confirmSession(services, { ...actor, ...(await originOf(request)) }, body);
      return { message: 'Confirmed.' };
    },
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
    addCustomer: async ({ actor, body }) => await addCustomer(services, actor.id, body),
    countMembers: async () => await countMembers(db),
    deactivateMember: async ({ actor, params }) => await deactivateAccount(services, actor.id, params.userId),
    reactivateMember: async ({ actor, params }) => await activateAccount(services, actor.id, params.userId),
    resetMemberFactor: async ({ actor, params }) => await resetFactor(services, actor.id, params.userId),
    changeRole: async ({ actor, params, body }) => await changeRole(services, actor.id, params.userId, body.role),
  } satisfies Partial<Handlers>;
}

function clientOf(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: shortUserAgent(request.headers['user-agent']) };
}
