import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { type Browser, chromium } from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** A real browser that Lighthouse can reach too, on a port of its own. */
export async function launchBrowser(): Promise<{ browser: Browser; port: number }> {
  const executablePath = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path));
  if (!executablePath) {
    throw new Error('No browser to measure with: install Chromium or set CHROMIUM_PATH to one.');
  }
  const port = await freePort();
  const args = [...flags, `--remote-debugging-port=${port}`];
  return { browser: await chromium.launch({ executablePath, args }), port };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}
