import type { completeBulk } from '../../../contract/drivers.ts';
import type { CallResult } from '../../../contract/endpoint.ts';
import type { ToastMessage } from '../../ui/toast/toast.ts';

type Completion = Pick<CallResult<typeof completeBulk>, 'completed' | 'ignoredIds' | 'nextWeekPickups'>;

/** What a driver is told about completed stops: what the server did, not what was asked of it. */
export function completionToast({ completed, ignoredIds, nextWeekPickups }: Completion): ToastMessage {
  const ignored = ignoredIds.length;
  if (completed === 0 && ignored > 0) {
    return {
      title: 'Error',
      description: `${stopsOf(ignored)} could not be completed: no longer on your route.`,
      variant: 'destructive',
    };
  }
  const more = [
    nextWeekPickups.length > 0 && `Created ${nextWeekPickups.length} subscription pickup(s) for next week.`,
    ignored > 0 && `${stopsOf(ignored)} could not be completed: no longer on your route.`,
  ].filter(Boolean);
  const done = `Successfully completed ${completed} pickup(s)`;
  return { title: 'Pickups Completed', description: more.length > 0 ? `${done}. ${more.join(' ')}` : done };
}

function stopsOf(count: number): string {
  return count === 1 ? '1 stop' : `${count} stops`;
}
