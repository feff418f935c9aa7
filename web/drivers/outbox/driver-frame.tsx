import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { PageNotice } from '../../shell/page-notice.ts';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { registerWorker } from '../worker/register-worker.ts';
import { driverRouteQuery } from './driver-route-query.ts';
import { openPhone } from './open-phone.ts';
import { SignOutGuard } from './status/sign-out-guard.tsx';
import { StatusStrip } from './status/status-strip.tsx';

const pollEveryMs = 30_000;

const strip = <StatusStrip />;

/** Around every page of the driver. The page is drawn once what the phone has saved is loaded. */
export default function DriverFrame() {
  const visitor = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  const userId = visitor.state === 'signed-in' ? visitor.user.id : null;
  useEffect(() => {
    if (userId) void openPhone(userId).then(() => setOpen(true));
  }, [userId]);
  useEffect(registerWorker, []);
  if (!isOpen) return <LoadingScreen />;
  return (
    <PageNotice value={strip}>
      <RoutePoll />
      <SignOutGuard />
      <Outlet />
    </PageNotice>
  );
}

/** Polls the route on every page of the driver (DRIVER-24). Each successful read also replays the outbox. */
function RoutePoll() {
  useQuery({
    ...driverRouteQuery,
    refetchInterval: pollEveryMs,
    refetchIntervalInBackground: true,
    refetchOnMount: 'always',
  });
  return null;
}
