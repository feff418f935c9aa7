import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Id, Timestamp } from '../values/shapes.ts';

/** A signed-in device. Neither its token nor the token's hash is shown. */
export const Session = z.object({
  id: Id,
  /** From the browser's user agent: "Chrome on Windows". */
  device: z.string(),
  /** The IP address of the last recorded use. */
  ip: z.string(),
  signedInAt: Timestamp,
  /** Recorded every few minutes. */
  lastUsedAt: Timestamp,
  /** Whether this is the session of the request. */
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

/** Ends all of the signed-in user's sessions except the one of this request. */
export const endMyOtherSessions = endpoint('DELETE', '/api/me/sessions', 'user', {
  response: SessionsEnded,
  errors: [],
});

/** Returns another person's sessions, in the same form as `listMySessions`. */
export const listUserSessions = endpoint('GET', '/api/admin/users/:userId/sessions', 'admin', {
  params: z.object({ userId: Id }),
  response: z.array(Session),
  errors: [404],
});

/** Ends one session of a person. */
export const endUserSession = endpoint('DELETE', '/api/admin/users/:userId/sessions/:id', 'admin', {
  confirmsAgain: true,
  params: z.object({ userId: Id, id: Id }),
  response: SessionsEnded,
  errors: [404, 409],
});

/** Ends all sessions of a person, except the one of this request. */
export const endUserSessions = endpoint('DELETE', '/api/admin/users/:userId/sessions', 'admin', {
  confirmsAgain: true,
  params: z.object({ userId: Id }),
  response: SessionsEnded,
  errors: [404, 409],
});
