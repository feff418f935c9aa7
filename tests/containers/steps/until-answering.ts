import { setTimeout as sleep } from 'node:timers/promises';
import { siteUrl } from '../visitor.ts';

/** Waits until the site answers again. Returns how long that took, in seconds. Throws after a minute. */
export async function untilAnswering(): Promise<string> {
  const start = performance.now();
  for (; performance.now() - start < 60_000; await sleep(100)) {
    const response = await fetch(`${siteUrl}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    await response?.text();
    if (response?.ok) return ((performance.now() - start) / 1000).toFixed(1);
  }
  throw new Error('the site did not come back within a minute');
}
