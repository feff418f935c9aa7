import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../http/adapter.ts';
import { sendPageHeaders } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { changeRole } from './change-role.ts';
import { getProfile } from './get-profile.ts';
import { listByRole, listMembers } from './list-people.ts';
import { logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import type { Client } from './open-session.ts';
import { register } from './register.ts';
import { shortUserAgent } from './rules.ts';
import { updateProfile } from './update-profile.ts';

export function accountRoutes(services: Services) {
  const { db } = services;
  return {
    register: async ({ body, request }) => await register(services, body, clientOf(request)),
    login: async ({ body, request }) => await logIn(services, body, clientOf(request)),
    logout: async ({ actor }) => {
      await logOut(services, actor.sid);
      return { success: true };
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
    changeRole: async ({ params, body }) => await changeRole(services, params.userId, body.role),
  } satisfies Partial<Handlers>;
}

function clientOf(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: shortUserAgent(request.headers['user-agent']) };
}
