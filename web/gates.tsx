import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Role, roles } from '../contract/accounts.ts';
import { homeOf } from '../contract/pages.ts';
import { useCurrentUser } from './api/current-user.ts';
import { queryClient } from './api/query-client.ts';
import { returnPath } from './api/return-path.ts';
import { useSecondFactorAsked } from './api/second-factor.ts';
import { session } from './api/session.ts';
import { AppShell } from './shell/app-shell.tsx';
import { Redirect } from './shell/guards/redirect.tsx';
import { SignOutButton } from './shell/menu/sign-out-button.tsx';
import { Button } from './ui/button/button.tsx';
import { buttonClass } from './ui/button/button-class.ts';
import { EmptyState } from './ui/empty-state.tsx';
import { lateFile } from './ui/hooks/late-file.ts';
import { LoadingScreen } from './ui/loading-screen.tsx';

const EnrollmentRequired = lazy(lateFile(() => import('./accounts/second-factor/enrollment-required.tsx')));

// The query client is loaded with the gates, so that sign-in and registration load without it.
function Gate({ only }: { only: Role }) {
  return (
    <QueryClientProvider client={queryClient}>
      <RoleGate only={only} />
    </QueryClientProvider>
  );
}

export const CustomerGate = () => <Gate only="customer" />;
export const DriverGate = () => <Gate only="driver" />;
export const AdminGate = () => <Gate only="admin" />;

/**
 * Lets one role see the pages below it (SHELL-3). Shows a spinner while the user is loading, sends signed-out visitors
 * to /login (saving the return path of an emailed link) and other roles to their own home. The server checks every call
 * again.
 */
function RoleGate({ only }: { only: Role }) {
  const visitor = useCurrentUser();
  const { enrollment } = useSecondFactorAsked();
  const { pathname, href } = useLocation();
  // Read only on mount: if the session ends while the page is open, the user did not just arrive here.
  const [arrivalPath] = useState(() => (session.token() === null ? href : null));
  useEffect(() => {
    if (arrivalPath !== null) returnPath.save(arrivalPath);
  }, [arrivalPath]);
  if (visitor.state === 'loading') return <LoadingScreen />;
  if (visitor.state === 'unreachable') return <UnreachableScreen onRetry={visitor.retry} />;
  // A redirect would show the sign-in page for a moment before the page that is loading.
  if (visitor.state === 'signed-out') return session.isLeaving() ? <LoadingScreen /> : <Redirect to="/login" />;
  const { role } = visitor.user;
  const home = homeOf(role);
  // A role without screens stays at its home: redirecting there again would loop. Other roles must not render this
  // page: the URL changes before the page does, and this page's calls would end their session (403).
  const isAtHome = !roles.includes(role) && pathname === home;
  if (role !== only && !isAtHome) return <Redirect to={home} />;
  if (enrollment) {
    const signOut = <SignOutButton className={buttonClass('outline')} />;
    return (
      <Suspense fallback={<LoadingScreen />}>
        <EnrollmentRequired user={visitor.user} signOut={signOut} />
      </Suspense>
    );
  }
  return (
    <AppShell user={visitor.user}>
      <Outlet />
    </AppShell>
  );
}

/** Shown when there is a token but the server cannot be reached to identify the user. */
function UnreachableScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        heading="h1"
        title="We couldn't reach the server"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        Check your connection. You're still signed in.
      </EmptyState>
    </main>
  );
}
