/** A new version is looked for this often by an app that is never closed. */
const lookEveryMs = 60 * 60_000;

/**
 * Lets this browser open the driver's pages without network. Called where a driver is signed in, nowhere else: nobody else
 * downloads the worker or its files.
 */
export function registerWorker(): void {
  // From the home screen the app opens the route.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', '/driver.webmanifest');
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/driver-worker.js', { scope: '/', updateViaCache: 'none' })
    .then((registration) => setInterval(() => void registration.update().catch(() => undefined), lookEveryMs))
    // Without it the app needs a network to open; everything else works.
    .catch(() => undefined);
}
