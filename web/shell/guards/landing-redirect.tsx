import { useEffect } from 'react';
import { LoadingScreen } from '../../ui/loading-screen.tsx';

/** The landing page is served as plain HTML, not by this app: whoever is sent to `/` gets it by a full page load. */
export default function LandingRedirect() {
  useEffect(() => location.replace('/'), []);
  return <LoadingScreen />;
}
