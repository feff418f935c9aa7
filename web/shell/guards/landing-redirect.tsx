import { LoadRedirect } from './load-redirect.tsx';

/** Redirects to the landing page with a full page load, because it is not part of this app. */
export default function LandingRedirect() {
  return <LoadRedirect to="/" />;
}
