import { createServer } from 'node:net';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../tests/support/launch-browser.ts';

/** Launches a browser with a debugging port for Lighthouse. */
export async function launchMeasuredBrowser(): Promise<{ browser: Browser; port: number }> {
  const port = await freePort();
  return { browser: await launchBrowser([`--remote-debugging-port=${port}`]), port };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}
