import type { FileBytes } from '../../contract/endpoint.ts';
import type { PhotoMoment } from '../../contract/photos.ts';
import type { LiveDay, OwnLiveDay } from '../../contract/pickups/live.ts';
import { dateKeyOf } from '../../contract/values/time/dates.ts';
import { hashOfToken } from '../accounts/secret-token.ts';
import { inTransaction } from '../database/transaction.ts';
import { openPhoto } from '../photos/read-photo.ts';
import { findOwnPickup } from '../pickups/find-pickup.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import { listRouteProgress } from '../routing/route-progress.ts';
import type { Services } from '../services.ts';
import { hasWorkingLinks, listLinks, listPickupFacts, revokeLinks } from './live.store.ts';
import { type LiveFacts, linkEndsAt, liveDayOf, oldestLiveDay } from './rules.ts';

/**
 * Limits reads by link, per IP address. Phones share IP addresses, and a page without a stream refetches three times a
 * minute.
 */
export const liveLimit: RateLimit = { name: 'live', limit: 900, windowMs: 5 * 60_000 };

/** The pickup that a page follows, by a link to one of its days or by its customer's session (`link` is null). */
export interface LiveTarget {
  readonly pickupId: string;
  readonly link: { readonly hash: string; readonly day: string } | null;
}

type Database = Pick<Services, 'db' | 'clock'>;

/** Loads the facts about pickups, by id. */
export async function readLiveFacts(
  { db }: Pick<Services, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LiveFacts>> {
  const [pickups, progress] = await Promise.all([listPickupFacts(db, ids), listRouteProgress(db, ids)]);
  const none = { hasStarted: false, stopsAhead: null };
  return new Map(pickups.map((pickup) => [pickup.id, { ...pickup, ...(progress.get(pickup.id) ?? none) }]));
}

/** Returns the target of a link. Throws 404 for an unknown, expired or ended token, and 429 over the limit. */
export async function openLink(services: Database, token: string, ip: string): Promise<LiveTarget> {
  await limitAttempts(services, liveLimit, ip);
  const [link] = await listLinks(services.db, [hashOfToken(token)]);
  if (!link || linkEndsAt(link.day) <= services.clock()) throw unknownLink();
  return { pickupId: link.pickupId, link };
}

/** Returns the target for the customer's own page. Throws 404 when the pickup isn't the customer's. */
export async function openOwn({ db }: Database, customerId: string, pickupId: string): Promise<LiveTarget> {
  const { id } = await findOwnPickup(db, customerId, pickupId);
  return { pickupId: id, link: null };
}

export async function readLiveDay(services: Database, { pickupId, link }: LiveTarget): Promise<LiveDay> {
  const facts = (await readLiveFacts(services, [pickupId])).get(pickupId);
  if (!facts) throw unknownLink();
  return liveDayOf(facts, link?.day ?? null, dateKeyOf(services.clock()));
}

/** Returns the live day for the pickup's customer, and whether the pickup has working links. Throws 404. */
export async function readOwnLiveDay(services: Database, customerId: string, pickupId: string): Promise<OwnLiveDay> {
  const target = await openOwn(services, customerId, pickupId);
  const now = services.clock();
  const oldest = oldestLiveDay(now, dateKeyOf(now));
  const [day, hasLinks] = await Promise.all([
    readLiveDay(services, target),
    hasWorkingLinks(services.db, pickupId, oldest),
  ]);
  return { ...day, hasLinks };
}

/** Returns the photo that the live day shows now. Throws 404 for any other photo, and 503 when the storage fails. */
export async function readLivePhoto(services: Services, target: LiveTarget, moment: PhotoMoment): Promise<FileBytes> {
  const { photo, pickupId } = await readLiveDay(services, target);
  if (photo?.moment !== moment) throw new Refusal(404, 'Photo not found');
  return await openPhoto(services, pickupId, moment);
}

/** Ends every live link of a pickup. Throws 404 when the pickup isn't the customer's. */
export async function revokeLiveLinks(services: Database, customerId: string, pickupId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    await findOwnPickup(trx, customerId, pickupId, 'lock');
    await revokeLinks(trx, pickupId, services.clock());
  });
}

function unknownLink(): Refusal {
  return new Refusal(404, 'This link has ended.', { code: 'link_ended' });
}
