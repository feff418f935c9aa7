import { getDriverStats, getFullRoute } from '../../../contract/drivers.ts';
import { listPickups } from '../../../contract/pickups/lists.ts';
import { queryClient } from '../../api/query-client.ts';
import { type ToastMessage, toast } from '../../ui/toast/toast.ts';
import type { NewAction, NewRefusal, StopPlace, StopWork } from './action.ts';
import { driverRouteQuery } from './driver-route-query.ts';
import type { Outcome } from './send-batch.ts';
import { rowOf } from './work-table.ts';

type Accepted = Extract<Outcome, { kind: 'accepted' }>;
type Completion = Pick<Accepted, 'completed' | 'nextWeekPickups'> & {
  /** The places of the stops that the server ignored. */
  ignored: readonly StopPlace[];
};

export class Results {
  private completed = 0;
  private ignored: StopPlace[] = [];
  private nextWeekPickups: Accepted['nextWeekPickups'] = [];

  add({ completed, nextWeekPickups }: Accepted, ignored: readonly StopPlace[]): void {
    this.completed += completed;
    this.ignored = [...this.ignored, ...ignored];
    this.nextWeekPickups = [...this.nextWeekPickups, ...nextWeekPickups];
  }

  /** Shows one toast for all completions since the last call (DRIVER-13). */
  show(): void {
    const { completed, ignored, nextWeekPickups } = this;
    this.completed = 0;
    this.ignored = [];
    this.nextWeekPickups = [];
    if (completed + ignored.length > 0) toast(completionToast({ completed, ignored, nextWeekPickups }));
  }
}

/** Returns the toast about completed stops. It reports what the server did, not what was requested. */
export function completionToast({ completed, ignored, nextWeekPickups }: Completion): ToastMessage {
  if (completed === 0 && ignored.length > 0) {
    return {
      title: 'Error',
      description: ignoredText(ignored),
      variant: 'destructive',
    };
  }
  const more = [
    nextWeekPickups.length > 0 && `Created ${nextWeekPickups.length} subscription pickup(s) for next week.`,
    ignored.length > 0 && ignoredText(ignored),
  ].filter(Boolean);
  const done = `Successfully completed ${completed} pickup(s)`;
  return { title: 'Pickups Completed', description: more.length > 0 ? `${done}. ${more.join(' ')}` : done };
}

/** At most this many streets are named. The strip's "not done" dialog lists all of them. */
const namedStreets = 2;

/** Returns "1 stop couldn't be completed: 104 S 10th St, no longer on your route." */
function ignoredText(ignored: readonly StopPlace[]): string {
  const stops = ignored.length === 1 ? '1 stop' : `${ignored.length} stops`;
  const streets = ignored.map(streetOf).filter((street) => street !== null);
  const named = streets.slice(0, namedStreets);
  if (streets.length > named.length) named.push(`${streets.length - named.length} more`);
  return `${stops} couldn't be completed: ${[...named, 'no longer on your route'].join(', ')}.`;
}

/** Returns "742 S 10th St", without the city, which all stops share. Null if the phone doesn't know the address. */
function streetOf({ address }: StopPlace): string | null {
  return address?.split(',')[0]?.trim() || null;
}

/** Shows that the server refused a whole call, or couldn't process it (DRIVER-14). */
export function showFailure(): void {
  toast({ title: 'Error', description: 'Failed to complete pickups. Please try again.', variant: 'destructive' });
}

/** Returns the message to the driver about a refused action. `message` is the server's reason, if it gave one. */
export function refusalOf({ userId, place, work }: NewAction, message: string | null): NewRefusal {
  return { userId, atMs: Date.now(), sentence: refusalSentence(place, work, message) };
}

export function refusalSentence(place: StopPlace, work: StopWork, message: string | null): string {
  const consequence = rowOf(work).refused(work);
  const name = nameOf(place);
  const street = place.address?.split(',')[0]?.trim();
  // The stop was taken off the route, and the server has recorded for the dispatcher that this driver was there.
  if (street && message?.startsWith(street)) return `${message} The dispatcher can see what you sent.`;
  if (message !== null) return `${name}: ${/[.!?]$/.test(message) ? message : `${message}.`} ${consequence}`;
  return `${name.includes(',') ? `${name},` : name} was taken off your route. ${consequence}`;
}

/** Returns "Stop 12, 742 S 10th St", or as much of it as is known. */
function nameOf(place: StopPlace): string {
  const { number } = place;
  const street = streetOf(place);
  if (number !== null && street) return `Stop ${number}, ${street}`;
  if (street) return `The stop at ${street}`;
  return number === null ? 'A stop' : `Stop ${number}`;
}

export async function refreshRoute(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: driverRouteQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: [getFullRoute.path] }),
    queryClient.invalidateQueries({ queryKey: [listPickups.path] }),
    queryClient.invalidateQueries({ queryKey: [getDriverStats.path] }),
  ]);
}
