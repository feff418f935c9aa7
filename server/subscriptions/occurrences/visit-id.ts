import { v5 as nameId } from 'uuid';
import type { DateKey } from '../../../contract/values/time/dates.ts';

/** Returns the id of a visit that has no stop yet. It is always the same for a visit, and never a stop's id. */
export function visitIdOf({ subscriptionId, occurrence }: { subscriptionId: string; occurrence: DateKey }): string {
  return nameId(occurrence, subscriptionId);
}
