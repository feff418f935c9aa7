import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { guardSignOut } from '../../shell/menu/sign-out.ts';
import { PageNotice } from '../../shell/page.tsx';
import { lateFile } from '../../ui/hooks/late-file.ts';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { ClockNotice } from './day/clock-notice.tsx';
import { useIsDayKnown } from './day/use-day.ts';
import { driverRouteQuery } from './driver-route-query.ts';
import { openPhone } from './open-phone.ts';
import { outboxState, unsentStops, unsentStopsText, useOutboxState } from './outbox-state.ts';
import { StatusStrip } from './status/status-strip.tsx';

const ChooseDay = lazy(lateFile(async () => ({ default: (await import('./day/choose-day.tsx')).ChooseDay })));

const ConfirmDialog = lazy(
  lateFile(async () => ({ default: (await import('../../ui/dialog/confirm-dialog.tsx')).ConfirmDialog })),
);

const pollEveryMs = 30_000;

const notice = (
  <>
    <StatusStrip />
    <ClockNotice />
  </>
);

/** The frame around every driver page. It renders the page once the phone's saved data is loaded. */
export default function DriverFrame() {
  const visitor = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  const userId = visitor.state === 'signed-in' ? visitor.user.id : null;
  useEffect(() => {
    if (userId) void openPhone(userId).then(() => setOpen(true));
  }, [userId]);
  const isDayKnown = useIsDayKnown();
  useEffect(registerWorker, []);
  if (!isOpen) return <LoadingScreen />;
  return (
    <PageNotice value={notice}>
      <RoutePoll />
      <SignOutGuard />
      {isDayKnown ? (
        <Outlet />
      ) : (
        <Suspense fallback={<LoadingScreen />}>
          <ChooseDay />
        </Suspense>
      )}
    </PageNotice>
  );
}

/** Polls the route on every driver page (DRIVER-24). Each successful read also replays the outbox. */
function RoutePoll() {
  useQuery({
    ...driverRouteQuery,
    refetchInterval: pollEveryMs,
    refetchIntervalInBackground: true,
    refetchOnMount: 'always',
  });
  return null;
}

/** Asks before the driver signs out while stops are still waiting to be sent. */
function SignOutGuard() {
  const outbox = useOutboxState();
  const [isAsking, setAsking] = useState(false);
  const resolveAsk = useRef<(mayLeave: boolean) => void>(() => undefined);
  const decide = (mayLeave: boolean) => {
    setAsking(false);
    resolveAsk.current(mayLeave);
  };
  useEffect(
    () =>
      guardSignOut(async () => {
        if (unsentStops(outboxState()) === 0) return true;
        setAsking(true);
        return await new Promise<boolean>((resolve) => {
          resolveAsk.current = resolve;
        });
      }),
    [],
  );
  if (!isAsking) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        onOpenChange={(isOpen) => !isOpen && decide(false)}
        title="Sign out before everything is sent?"
        description={`${unsentStopsText(outbox) ?? 'Everything has been sent'}. What's waiting stays on this phone and will be sent when you sign in here again.`}
        confirmLabel="Sign Out"
        cancelLabel="Stay Signed In"
        variant="danger"
        onConfirm={() => decide(true)}
      />
    </Suspense>
  );
}

/** How often an app that is never closed checks for a new version. */
const checkEveryMs = 60 * 60_000;

/**
 * Lets this browser open the driver's pages without network. Runs only for a signed-in driver, so nobody
 * else downloads the worker.
 */
function registerWorker(): void {
  // Launched from the home screen, the app opens the route.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', '/driver.webmanifest');
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/driver-worker.js', { scope: '/', updateViaCache: 'none' })
    .then((registration) => setInterval(() => void registration.update().catch(() => undefined), checkEveryMs))
    // Without the worker the app needs a network to open; everything else works.
    .catch(() => undefined);
}
