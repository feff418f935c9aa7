import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { watchRequests } from './card-digits.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A frame of another site in a process of its own is hit by presses meant for what stood there before the page scrolled:
  // the browser's compositor learns of a scroll a frame later than a story presses.
  '--disable-site-isolation-trials',
];

/** The headless shell first: it draws the same pages for half of the processor time. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** A real browser, watched for digits of cards: the one of CHROMIUM_PATH, the system's, else the one that comes as an npm package. */
export async function launchBrowser(moreFlags: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: [...flags, ...moreFlags] });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => watchRequests(await newContext(options));
  return browser;
}

/** A browser that keeps what it knows in `folder`: closed and opened again there, it is the same phone. */
export async function launchPhone(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const executablePath = await findBrowser();
  return watchRequests(
    await chromium.launchPersistentContext(folder, { ...options, executablePath, args: [...flags] }),
  );
}

async function findBrowser(): Promise<string> {
  const executablePath = process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path));
  if (executablePath) return executablePath;
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    // Not with the package's own flags: they run everything in one process, which ends with its first closed window.
    return await packaged.executablePath();
  } catch (error) {
    throw new Error('No browser: install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.', {
      cause: error,
    });
  }
}
