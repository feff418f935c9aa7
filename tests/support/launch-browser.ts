import { existsSync } from 'node:fs';
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

/** A real browser: the one of CHROMIUM_PATH, the system's, else the one that comes as an npm package. */
export async function launchBrowser(moreFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path));
  if (executablePath) return await chromium.launch({ executablePath, args: [...flags, ...moreFlags] });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    // Not with the package's own flags: they run everything in one process, which ends with its first closed window.
    return await chromium.launch({ executablePath: await packaged.executablePath(), args: [...flags, ...moreFlags] });
  } catch (error) {
    throw new Error('No browser: install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.', {
      cause: error,
    });
  }
}
