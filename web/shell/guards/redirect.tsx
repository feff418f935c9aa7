import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoadingScreen } from '../../ui/loading-screen.tsx';

/** Redirects once. The router's own Navigate redirects on every render, which may loop. */
export function Redirect({ to }: { to: string }) {
  const router = useRouter();
  useEffect(() => {
    void router.navigate({ to, replace: true });
  }, [router, to]);
  return <LoadingScreen />;
}
