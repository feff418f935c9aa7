import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoadingScreen } from '../../ui/loading-screen.tsx';

/**
 * Redirects once. (The router's own Navigate redirects on every render, which loops when a parent re-renders on
 * location changes.)
 */
export function Redirect({ to }: { to: string }) {
  const router = useRouter();
  useEffect(() => {
    void router.navigate({ to, replace: true });
  }, [router, to]);
  return <LoadingScreen />;
}
