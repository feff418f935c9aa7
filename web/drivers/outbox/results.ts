import { getDriverStats, getFullRoute } from '../../../contract/drivers.ts';
import { listPickups } from '../../../contract/pickups.ts';
import { queryClient } from '../../api/query-client.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { NewAction, NewTrouble } from './action.ts';
import { completionToast } from './completion-toast.ts';
import { driverRouteQuery } from './driver-route-query.ts';
import { refusedSentence } from './refused-words.ts';
import type { Outcome } from './send-batch.ts';

type Answered = Extract<Outcome, { kind: 'answered' }>;

/** What the server has answered since the driver was last told. */
export class Answers {
  private completed = 0;
  private ignoredIds: string[] = [];
  private nextWeekPickups: Answered['nextWeekPickups'] = [];

  add({ completed, ignoredIds, nextWeekPickups }: Answered): void {
    this.completed += completed;
    this.ignoredIds = [...this.ignoredIds, ...ignoredIds];
    this.nextWeekPickups = [...this.nextWeekPickups, ...nextWeekPickups];
  }

  /** One toast for all of it (DRIVER-13). */
  tell(): void {
    const { completed, ignoredIds, nextWeekPickups } = this;
    this.completed = 0;
    this.ignoredIds = [];
    this.nextWeekPickups = [];
    if (completed + ignoredIds.length > 0)
      toast(completionToast({ completed, ignoredIds, nextWeekPickups: [...nextWeekPickups] }));
  }
}

/** For a call that was refused as a whole (DRIVER-14). */
export function showFailure(): void {
  toast({
    title: 'Error',
    description: 'Failed to complete pickups. Please try again.',
    variant: 'destructive',
  });
}

/** The words that stay with the driver about an action that the server refused. */
export function troubleOf({ userId, place, work }: NewAction, message: string | null): NewTrouble {
  return { userId, atMs: Date.now(), sentence: refusedSentence(place, work, message) };
}

/** After something was done, everything that shows it is read anew. */
export async function readRouteAgain(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: driverRouteQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: [getFullRoute.path] }),
    queryClient.invalidateQueries({ queryKey: [listPickups.path] }),
    queryClient.invalidateQueries({ queryKey: [getDriverStats.path] }),
  ]);
}
