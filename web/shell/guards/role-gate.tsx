import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Role, roles } from '../../../contract/accounts.ts';
import { homeOf } from '../../../contract/pages.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { returnPath } from '../../api/return-path.ts';
import { session } from '../../api/session.ts';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { AppShell } from '../app-shell.tsx';
import { UnreachableScreen } from '../unreachable-screen.tsx';
import { Redirect } from './redirect.tsx';

/**
 * Lets one role see the pages below it (SHELL-3): a spinner while nobody knows who is looking, /login for
 * strangers, who do not lose a mail's link over it, and everybody else to their own home. The server decides again on
 * every call.
 */
export function RoleGate({ only }: { only: Role }) {
  const visitor = useCurrentUser();
  const { pathname, href } = useLocation();
  // Not where the session ends while the page is open: who signs out is not on the way here.
  const [strangersWay] = useState(() => (session.token() === null ? href : null));
  useEffect(() => {
    if (strangersWay !== null) returnPath.save(strangersWay);
  }, [strangersWay]);
  if (visitor.state === 'loading') return <LoadingScreen />;
  if (visitor.state === 'unreachable') return <UnreachableScreen onRetry={visitor.retry} />;
  if (visitor.state === 'signed-out') return <Redirect to="/login" />;
  const { role } = visitor.user;
  const home = homeOf(role);
  // A role that has no screens of its own stays at its home: sending it there again would never end. Everybody else waits
  // for their own page: the address changes before the page does, and this page's calls would end their session (403).
  const isAtHome = !roles.includes(role) && pathname === home;
  if (role !== only && !isAtHome) return <Redirect to={home} />;
  return (
    <AppShell user={visitor.user}>
      <Outlet />
    </AppShell>
  );
}
