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

const routeEveryMs = 30_000;

const strip = <StatusStrip />;

/** Around every page of the driver: what the phone has kept is there before the page is drawn. */
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

/** DRIVER-24: every 30 s, also in the background, no retry. On every page of the driver: it carries what waits along. */
function RoutePoll() {
  useQuery({
    ...driverRouteQuery,
    refetchInterval: routeEveryMs,
    refetchIntervalInBackground: true,
    refetchOnMount: 'always',
  });
  return null;
}
