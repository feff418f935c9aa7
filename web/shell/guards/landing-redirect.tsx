import { LoadRedirect } from './load-redirect.tsx';

/** The landing page is not part of this app, so it needs a full page load. */
export default function LandingRedirect() {
  return <LoadRedirect to="/" />;
}
