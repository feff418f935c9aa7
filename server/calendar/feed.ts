import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addDays, dateKeyOf } from '../../contract/values/time/dates.ts';
import { hashOfToken } from '../accounts/secret-token.ts';
import { openDoor } from '../http/doors.ts';
import { limitAttempts, limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findFeedOwner } from './calendar.store.ts';
import { listEvents } from './list-events.ts';
import { writeFeed } from './write-feed.ts';

/**
 * A calendar service fetches many people's feeds from few IP addresses, so only requests with a wrong token count by IP
 * address.
 */
export const wrongFeedLimit: RateLimit = { name: 'calendar-wrong', limit: 60, windowMs: 5 * 60_000 };
export const feedLimit: RateLimit = { name: 'calendar', limit: 120, windowMs: 60 * 60_000 };

const pastDays = 60;

/** Serves the calendar feeds. The secret URL is all that calendar apps send. */
export function serveCalendarFeed(app: FastifyInstance, services: Services): void {
  openDoor(app, 'calendarFeed', async (request, reply) => {
    const { token } = request.params as { token: string };
    reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    const text = await readFeedText(services, token, request.ip);
    const etag = `"${hash('sha1', text, 'base64url')}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    reply.header('content-disposition', 'inline; filename="pickups.ics"');
    return reply.type('text/calendar; charset=utf-8').send(text);
  });
}

/** Returns a feed's text. Throws 404 for a token that is unknown or was replaced, and 429 over a limit. */
async function readFeedText(services: Services, token: string, ip: string): Promise<string> {
  const { db, clock, settings } = services;
  const tokenHash = hashOfToken(token);
  const customerId = await findFeedOwner(db, tokenHash);
  if (customerId === undefined) {
    await limitAttempts(services, wrongFeedLimit, ip);
    throw new Refusal(404, 'Calendar not found');
  }
  await limitByKey(services, feedLimit, tokenHash);
  const since = addDays(dateKeyOf(clock()), -pastDays);
  return writeFeed(settings, await listEvents(services, { customerId, since }));
}
