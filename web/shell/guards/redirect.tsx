import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoadingScreen } from '../../ui/loading-screen.tsx';

/**
 * Sends the visitor on, once. (The router's own Navigate does so on every render, which never ends where the component
 * around it listens to the address.)
 */
export function Redirect({ to }: { to: string }) {
  const router = useRouter();
  useEffect(() => {
    void router.navigate({ to, replace: true });
  }, [router, to]);
  return <LoadingScreen />;
}
