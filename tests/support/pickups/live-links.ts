import { makeLiveLink } from '../../../server/live/make-live-link.ts';
import type { TestApp } from '../app.ts';
import { rowOf } from './stops.ts';

/** Returns the token of a new live link to a pickup, as in a message. */
export async function makeLiveToken(t: TestApp, pickupId: string): Promise<string> {
  const url = await makeLiveLink(t.services, await rowOf(t, pickupId));
  if (!url) throw new Error('no link');
  return new URL(url).pathname.slice('/live/'.length);
}
