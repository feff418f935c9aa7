import { hashOfToken, newSecretToken } from '../accounts/secret-token.ts';
import { limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import type { Services } from '../services.ts';
import { deleteFeed, findFeedOf, saveFeed } from './calendar.store.ts';

type Database = Pick<Services, 'db' | 'clock'>;

/** The limit per customer. Nobody needs to replace a feed's URL more often. */
export const newFeedLimit: RateLimit = { name: 'calendar-new', limit: 20, windowMs: 60 * 60_000 };

export async function readFeed({ db }: Database, userId: string): Promise<{ createdAt: string | null }> {
  return { createdAt: (await findFeedOf(db, userId))?.createdAt.toISOString() ?? null };
}

/**
 * Makes a new secret URL for the feed and returns it. It can't be read again, because only its token's hash is saved.
 * The earlier URL stops working. Throws 429 over the limit.
 */
export async function replaceFeed(
  services: Database & Pick<Services, 'settings'>,
  userId: string,
): Promise<{ url: string; createdAt: string }> {
  await limitByKey(services, newFeedLimit, userId);
  const token = newSecretToken();
  const createdAt = services.clock();
  await saveFeed(services.db, { userId, hash: hashOfToken(token), createdAt });
  return { url: `${services.settings.appUrl}/calendar/${token}.ics`, createdAt: createdAt.toISOString() };
}

export async function removeFeed({ db }: Database, userId: string): Promise<{ createdAt: null }> {
  await deleteFeed(db, userId);
  return { createdAt: null };
}
