import { openDatabase } from '../../../server/database/connect.ts';
import { makeLiveLink } from '../../../server/live/make-live-link.ts';
import type { Settings } from '../../../server/settings/settings.ts';
import type { TestApp } from '../app.ts';
import { rowOf } from './stops.ts';

/** Returns the token of a new live link to a pickup, as in a message. */
export async function makeLiveToken(t: TestApp, pickupId: string): Promise<string> {
  const url = await makeLiveLink(t.services, await rowOf(t, pickupId));
  if (!url) throw new Error('no link');
  return new URL(url).pathname.slice('/live/'.length);
}

/** Returns the address of a new live link to a pickup of a running server. */
export async function makeLiveAddress(server: { url: string; databaseUrl: string }, id: string): Promise<string> {
  const { db } = openDatabase(server.databaseUrl, { warn: () => {} });
  const settings = { appUrl: server.url } as Settings;
  try {
    const { scheduledDay } = await db
      .selectFrom('pickups')
      .select('scheduledDay')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return (await makeLiveLink({ db, clock: () => new Date(), settings }, { id, scheduledDay })) ?? '';
  } finally {
    await db.destroy();
  }
}
