import { useEffect } from 'react';
import { LoadingScreen } from '../../ui/loading-screen.tsx';

/** Opens `/` with a full page load: the landing page is plain HTML and not part of this app. */
export default function LandingRedirect() {
  useEffect(() => location.replace('/'), []);
  return <LoadingScreen />;
}
