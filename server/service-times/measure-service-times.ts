import { v7 as newId } from 'uuid';
import { addDays, dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Services } from '../services.ts';
import { measure, samplesOf } from './rules.ts';
import { findNewest, insertMeasurement, listEmptied, listPauses, listPresses } from './service-times.store.ts';

/** Long enough to have enough stops, short enough to follow the seasons. */
const measuredDays = 28;

/**
 * Measures how long stops took in the last 28 days, and saves the measurement if there are enough stops. A result equal
 * to the newest measurement isn't saved again. The times that routes use don't change.
 */
export async function measureServiceTimes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const today = dateKeyOf(clock());
  const span = { from: addDays(today, -measuredDays), until: addDays(today, -1) };
  const presses = await listPresses(db, span);
  const [emptied, pauses] = [await listEmptied(db, span), await listPauses(db)];
  const pauseMinutes = new Map(pauses.map(({ driverId, minutes }) => [driverId, minutes]));
  const measured = measure(samplesOf(presses, { emptied, pauseMinutes }));
  if (measured === null) return;
  const { from: measuredFrom, until: measuredUntil, ...times } = measured;
  const found = { ...times, measuredFrom, measuredUntil };
  const newest = await findNewest(db);
  const isKnown = newest && (Object.keys(found) as (keyof typeof found)[]).every((key) => newest[key] === found[key]);
  if (!isKnown) await insertMeasurement(db, { id: newId(), ...found, createdAt: clock() });
}
