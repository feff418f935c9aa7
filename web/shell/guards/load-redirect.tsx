import { useEffect } from 'react';
import { LoadingScreen } from '../../ui/loading-screen.tsx';

/** Redirects with a full page load, for pages that are not part of the same document. */
export function LoadRedirect({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to]);
  return <LoadingScreen />;
}
