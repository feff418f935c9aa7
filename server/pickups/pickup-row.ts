import type { Selectable } from 'kysely';
import type { PickupsTable } from '../database/schema.ts';

/** A pickup as the database holds it: amounts as text with two decimals, instants as Dates, days as YYYY-MM-DD. */
export interface PickupRow extends Omit<Selectable<PickupsTable>, 'settledAt' | 'bookingId'> {}

export interface AdminPickupRow extends PickupRow {
  isOutsideArea: boolean;
  customerUsername: string | null;
  driverUsername: string | null;
}
