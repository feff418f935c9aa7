import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import type { Json } from '../support/accounts/signed-in.ts';
import { tryRequest } from '../support/processes/try-request.ts';
import type { Site } from './site.ts';

/** Where Caddy serves the site. */
export const siteUrl = 'https://localhost';

/** Trusts the certificates that this site's Caddy issues itself, and waits until the site answers. */
export async function trustCaddy(site: Site): Promise<void> {
  const root = '/data/caddy/pki/authorities/local/root.crt';
  const command = `for i in $(seq 60); do docker compose exec proxy cat ${root} 2>/dev/null && exit; sleep 0.5; done; exit 1`;
  setDefaultCACertificates([...rootCertificates, await site.run(command)]);
  await untilAnswering();
}

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

export interface Call {
  token?: string;
  body?: unknown;
  key?: string;
}

/** Calls the API through the proxy and returns the body. Throws unless the status is 2xx. */
export async function call(method: string, path: string, options: Call = {}): Promise<Json> {
  const response = await tryRequest(siteUrl, method, path, options);
  if (response && response.status < 300) return response.body;
  throw new Error(
    `${method} ${path}: ${response ? `${response.status} ${JSON.stringify(response.body)}` : 'no response'}`,
  );
}
