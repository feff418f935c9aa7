import { queryClient } from '../../api/query-client.ts';
import { session } from '../../api/session.ts';
import { toastAfterLoad } from '../../ui/toast/toast.ts';
import { driverRouteQuery, type ReadRoute, whenRouteIsRead } from './driver-route-query.ts';
import { kickOutbox, openOutbox, startOutboxAnew } from './outbox.ts';
import { changeOutboxState, outboxState } from './outbox-state.ts';
import { phoneStore } from './phone-store.ts';
import { unsentStopsText } from './unsent-words.ts';

const routeName = 'route';
/** Another tab may still show a route that was read before. */
const settledForMs = 120_000;

let opening: Promise<void> | null = null;

/** Shows what the phone has kept for this driver, and keeps it up to date from now on. Once a page. */
export function openPhone(userId: string): Promise<void> {
  opening ??= openOnce(userId);
  return opening;
}

async function openOnce(userId: string): Promise<void> {
  // Whoever drove with this phone before has signed out: their route is nobody's business any more.
  void phoneStore.forgetAnswers(userId).catch(() => undefined);
  await Promise.all([openOutbox(userId), showKeptRoute(userId)]);
  if (!outboxState().keeps) void showKeptRouteLate(userId).catch(() => undefined);
  whenRouteIsRead((route) => void keepRoute(userId, route));
  session.onClear(() => leavePhone());
}

async function showKeptRoute(userId: string): Promise<void> {
  const kept = await phoneStore.answerOf(userId, routeName).catch(() => undefined);
  if (!kept || queryClient.getQueryData(driverRouteQuery.queryKey)) return;
  queryClient.setQueryData(driverRouteQuery.queryKey, kept.answer as ReadRoute, { updatedAt: kept.askedAtMs });
}

/** The phone's store did not open while the page waited for it; once it does, the route on it is better than none. */
async function showKeptRouteLate(userId: string): Promise<void> {
  await phoneStore.whenOpen();
  await phoneStore.forgetAnswers(userId);
  const { queryKey } = driverRouteQuery;
  if (queryClient.getQueryData(queryKey) || session.user()?.id !== userId) return;
  await showKeptRoute(userId);
  // What the page knows of the signal was forgotten with the failure: it is found out anew.
  await queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
}

async function keepRoute(userId: string, route: ReadRoute): Promise<void> {
  // The answer to a page that its driver is just leaving.
  if (session.user()?.id !== userId) return;
  // The server has answered: what waits may go.
  const wasAway = outboxState().isUnreached || queryClient.getQueryState(driverRouteQuery.queryKey)?.status === 'error';
  changeOutboxState({ isUnreached: false });
  if (wasAway) startOutboxAnew();
  else kickOutbox();
  try {
    await phoneStore.keepAnswer({ userId, name: routeName, askedAtMs: route.askedAtMs, answer: route });
    await phoneStore.forgetSettled(userId, route.askedAtMs - settledForMs, Date.now());
    if (!outboxState().keeps) changeOutboxState({ keeps: true });
  } catch {
    // A full phone: the route is on the screen, and the next one may fit again.
  }
}

/** The session is over, by hand or by the server's word. What waits stays, for the next session of the same driver. */
async function leavePhone(): Promise<void> {
  const gone = phoneStore.forgetAnswers(null).catch(() => undefined);
  const unsent = unsentStopsText(outboxState());
  if (unsent) {
    toastAfterLoad({
      title: unsent,
      description: 'What waits stays on this phone and goes out when you sign in again.',
      variant: 'destructive',
    });
  }
  await gone;
}
