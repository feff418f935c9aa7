import { livePagePath } from '../../contract/pages.ts';
import { hashOfToken, newSecretToken } from '../accounts/secret-token.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { Services } from '../services.ts';
import { hasRevokedLinks, insertLink } from './store.ts';

/**
 * Makes a link to the day of a pickup, for a message that is about to leave: its token is nowhere else. Null for a pickup without
 * a day, and when its customer has ended such links.
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
