import { queryClient } from '../../api/query-client.ts';
import { session } from '../../api/session.ts';
import { toastAfterLoad } from '../../ui/toast/toast.ts';
import { driverRouteQuery, type ReadRoute, whenRouteIsRead } from './driver-route-query.ts';
import { openOutbox, replayOutbox, restartReplay } from './outbox.ts';
import { changeOutboxState, outboxState, unsentStopsText } from './outbox-state.ts';
import { phoneStore } from './phone-store.ts';

const routeName = 'route';
/** Accepted actions are kept this long, because another tab may still show a route that was read earlier. */
const acceptedForMs = 120_000;

let opening: Promise<void> | null = null;

/** Shows the driver's saved data and keeps it up to date from then on. Runs once per page load. */
export function openPhone(userId: string): Promise<void> {
  opening ??= openOnce(userId);
  return opening;
}

async function openOnce(userId: string): Promise<void> {
  // A previous driver of this phone has signed out, so their route must not stay on it.
  void phoneStore.deleteResponses(userId).catch(() => undefined);
  await Promise.all([openOutbox(userId), showSavedRoute(userId)]);
  if (!outboxState().canSave) void showSavedRouteLate(userId).catch(() => undefined);
  whenRouteIsRead((route) => void saveRoute(userId, route));
  session.onClear(() => leavePhone());
}

async function showSavedRoute(userId: string): Promise<void> {
  const saved = await phoneStore.responseOf(userId, routeName).catch(() => undefined);
  if (!saved || queryClient.getQueryData(driverRouteQuery.queryKey)) return;
  queryClient.setQueryData(driverRouteQuery.queryKey, saved.answer as ReadRoute, { updatedAt: saved.askedAtMs });
}

/** Shows the saved route when the database opens after the page stopped waiting: an old route is better than none. */
async function showSavedRouteLate(userId: string): Promise<void> {
  await phoneStore.whenOpen();
  await phoneStore.deleteResponses(userId);
  const { queryKey } = driverRouteQuery;
  if (queryClient.getQueryData(queryKey) || session.user()?.id !== userId) return;
  await showSavedRoute(userId);
  // Setting the data cleared the query's error, which also tells whether there is a signal. Refetching restores it.
  await queryClient.refetchQueries({ queryKey }, { cancelRefetch: false });
}

async function saveRoute(userId: string, route: ReadRoute): Promise<void> {
  // The response may arrive while the driver is signing out.
  if (session.user()?.id !== userId) return;
  const wasAway = outboxState().isUnreached || queryClient.getQueryState(driverRouteQuery.queryKey)?.status === 'error';
  changeOutboxState({ isUnreached: false });
  if (wasAway) restartReplay();
  else replayOutbox();
  try {
    await phoneStore.saveResponse({ userId, name: routeName, askedAtMs: route.askedAtMs, answer: route });
    await phoneStore.deleteAccepted(userId, route.askedAtMs - acceptedForMs, Date.now());
    if (!outboxState().canSave) changeOutboxState({ canSave: true });
  } catch {
    // The phone's storage is full. The route is on the screen, and the next save may succeed.
  }
}

/** Runs when the session ends, by sign-out or by the server. The outbox stays for the driver's next session. */
async function leavePhone(): Promise<void> {
  const deleted = phoneStore.deleteResponses(null).catch(() => undefined);
  const unsent = unsentStopsText(outboxState());
  if (unsent) {
    toastAfterLoad({
      title: unsent,
      description: 'It stays on this phone and will be sent when you sign in again.',
      variant: 'destructive',
    });
  }
  await deleted;
}
