/**
 * Registers the worker that shows our own page when there is no network. Does nothing on a driver's phone, whose own
 * worker does more.
 */
export async function registerOfflineWorker(): Promise<void> {
  if (!import.meta.env.PROD) return;
  try {
    const workers = navigator.serviceWorker;
    const registered = await workers.getRegistration();
    const present = [registered?.installing, registered?.waiting, registered?.active];
    if (present.some((worker) => worker?.scriptURL.endsWith('/driver-worker.js'))) return;
    await workers.register('/offline-worker.js', { updateViaCache: 'none' });
  } catch {
    // There are no service workers here, or they are blocked: the browser shows its own page.
  }
}
