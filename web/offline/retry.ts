/** The offline page's whole script, inlined: opens the requested page as soon as the server can be reached. */
import { offlinePath } from './open-online.ts';

const retryEveryMs = 5000;
/** Without this timeout, a dead connection would hang much longer. */
const timeoutMs = 10_000;

/** Reloads once the server responds. A gateway's error page would stop the retries, so it doesn't count. */
async function retry(): Promise<void> {
  if (document.hidden) return;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status } = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal });
    if (status < 500) reload();
  } catch {
    // The server can't be reached yet.
  }
}

function reload(): void {
  // If the offline page was opened under its own path, there is no page to return to.
  if (location.pathname === offlinePath) location.replace('/');
  else location.reload();
}

const { retried, ...state } = (history.state ?? {}) as Record<string, unknown>;
if (retried) {
  history.replaceState(state, '');
  const status = document.getElementById('retry-status');
  if (status) status.textContent = "Still no connection. We'll keep trying.";
}

document.getElementById('retry')?.addEventListener('click', () => {
  history.replaceState({ ...state, retried: true }, '');
  reload();
});
addEventListener('online', () => void retry());
document.addEventListener('visibilitychange', () => void retry());
setInterval(() => void retry(), retryEveryMs);
