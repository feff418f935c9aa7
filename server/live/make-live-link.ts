import { livePagePath } from '../../contract/pages.ts';
import { hashOfToken, newSecretToken } from '../accounts/secret-token.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { Services } from '../services.ts';
import { hasRevokedLinks, insertLink } from './live.store.ts';

/**
 * Makes a link to a pickup's live day, for a message that is about to be sent. Only the hash of its token is stored.
 * Returns null for a pickup without a day, and when its customer has ended the pickup's links.
 */
export async function makeLiveLink(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  { id: pickupId, scheduledDay: day }: Pick<PickupRow, 'id' | 'scheduledDay'>,
): Promise<string | null> {
  if (day === null || (await hasRevokedLinks(db, pickupId))) return null;
  const token = newSecretToken();
  await insertLink(db, { hash: hashOfToken(token), pickupId, day, createdAt: clock() });
  return `${settings.appUrl}${livePagePath.replace(':token', token)}`;
}
