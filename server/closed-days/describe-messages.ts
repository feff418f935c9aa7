import { type Channel, channels } from '../../contract/messages/messages.ts';
import type { ClosedDaysPreview } from '../../contract/routing/closed-days.ts';
import { instantOf, pickedDateTime, wallTimeOf } from '../../contract/values/time/dates.ts';
import { cancelled } from '../messages/kinds/cancelled.ts';
import { rescheduled } from '../messages/kinds/rescheduled.ts';
import { whyNotSent } from '../messages/preferences/preference-rules.ts';
import { readReach } from '../messages/preferences/read-reach.ts';
import { skippedByDispatch } from '../pickups/rules.ts';
import type { Services } from '../services.ts';
import type { PlannedMove } from './plan-move.ts';

type Stops = PlannedMove['stops'];

/**
 * Returns a function from a customer's id to the channels by which they will be notified. Moves and skips share one
 * group of preferences.
 */
export async function readChannels(services: Services, stops: Stops): Promise<(customerId: string) => Channel[]> {
  const ids = stops.map(({ row }) => row.customerId);
  const reach = await readReach(services, services.db, ids);
  const message = { kind: 'changed', details: {} } as const;
  return (customerId) => {
    const own = reach.get(customerId);
    return own ? channels.filter((channel) => whyNotSent(message, channel, own) === null) : [];
  };
}

/** Returns the instant on `day` at the stop's wall-clock time, or at `pickedDateTime` if the stop has no date. */
export function instantOn(day: string, scheduledDate: Date | null): Date {
  return instantOf(day, scheduledDate ? wallTimeOf(scheduledDate) : pickedDateTime);
}

/**
 * Returns an example message for each new day and one for the skipped visits, each written to the first of the affected
 * customers. `stops` is the number of stops that the example stands for.
 */
export function examplesOf(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  stops: Stops,
  { actorId, reason }: { actorId: string; reason: string | null },
): ClosedDaysPreview['messages']['examples'] {
  const told = stops.filter(({ outcome }) => outcome.act === 'move' || outcome.act === 'skip');
  const groups = Map.groupBy(told, ({ outcome }) => (outcome.act === 'move' ? outcome.to : ''));
  return [...groups].sort().flatMap(([to, own]) => {
    const [first] = own;
    if (!first) return [];
    const { row } = first;
    const about = {
      id: row.id,
      channel: 'email',
      recipientId: row.customerId,
      subjectId: row.id,
      revision: '',
    } as const;
    const rest = { settings, now: clock(), liveUrl: null };
    const words =
      to === ''
        ? cancelled.words({
            ...{ ...rest, message: { ...about, kind: 'cancelled', details: {} } },
            pickup: { ...row, cancellationReason: skippedByDispatch },
          })
        : rescheduled.words({
            ...{ ...rest, message: { ...about, kind: 'changed', details: { reason, actorId } } },
            pickup: { ...row, scheduledDate: instantOn(to, row.scheduledDate) },
          });
    const { subject, paragraphs, short } = words;
    return [{ stops: own.length, subject, paragraphs: [...paragraphs], short }];
  });
}
