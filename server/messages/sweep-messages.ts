import type { Services } from '../services.ts';
import { deleteEndedBefore } from './messages.store.ts';

/** 13 months: a year, and a month to ask about its first days. */
const storedDays = 396;

/** Deletes old messages that were sent, dropped or given up. Waiting messages stay. */
export async function sweepMessages({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteEndedBefore(db, new Date(clock().getTime() - storedDays * 24 * 60 * 60_000));
}
