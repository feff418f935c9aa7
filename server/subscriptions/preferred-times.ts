import { defaultPreferredTime } from '../../contract/subscriptions.ts';
import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { isTimeOfDay, offeredTimes } from '../routing/shifts/preferred-time-rules.ts';
import { readAllUsualShifts } from '../routing/shifts/read-shifts.ts';
import type { Services } from '../services.ts';

/** Returns the preferred times on offer: the default, and those in which a driver usually works. */
export async function listPreferredTimes({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<string[]> {
  return offeredTimes(await readAllUsualShifts(db, settings), defaultPreferredTime);
}

/**
 * Throws 409 `time_not_offered` for a time of day in which no driver works (decision 087), unless it was agreed
 * earlier: it equals `kept` or the result of `findAgreed`.
 */
export async function requireOfferedTime(
  { settings }: Pick<Services, 'settings'>,
  db: Db,
  time: string | null | undefined,
  kept: string | null | undefined,
  findAgreed?: () => Promise<string | null>,
): Promise<void> {
  if (!time || time === defaultPreferredTime || time === kept || !isTimeOfDay(time)) return;
  if ((await listPreferredTimes({ db, settings })).includes(time) || (await findAgreed?.()) === time) return;
  const message = `We have no pickups in the ${time}. Please choose another time.`;
  throw new Refusal(409, message, { code: 'time_not_offered', errors: { preferredTime: message } });
}
