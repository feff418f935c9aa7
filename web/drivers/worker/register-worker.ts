/** How often an app that is never closed checks for a new version. */
const checkEveryMs = 60 * 60_000;

/** Lets this browser open the driver's pages without network. Called only for a signed-in driver: nobody else downloads the worker. */
export function registerWorker(): void {
  // When launched from the home screen the app opens the route.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', '/driver.webmanifest');
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/driver-worker.js', { scope: '/', updateViaCache: 'none' })
    .then((registration) => setInterval(() => void registration.update().catch(() => undefined), checkEveryMs))
    // Without the worker the app needs a network to open; everything else works.
    .catch(() => undefined);
}
