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
  // With a separate process for frames of other sites, the compositor learns of a scroll one frame late, and a click right
  // after scrolling can hit the frame that was there before.
  '--disable-site-isolation-trials',
];

/** The headless shell comes first: it renders the same pages with half the CPU time. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/**
 * Launches a real browser, watched for card numbers: the one at CHROMIUM_PATH, else the system's, else the one in the
 * npm package.
 */
export async function launchBrowser(moreFlags: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: [...flags, ...moreFlags] });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => watchRequests(await newContext(options));
  return browser;
}

let shared: Browser | undefined;

/**
 * Returns the browser that the files of one worker share, because launching one takes a second of processor time. It
 * ends with the worker; each file closes its own windows (`closeWindows`).
 */
export async function openBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launchBrowser();
  return shared;
}

export async function closeWindows(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}

/** Launches a browser with its profile in `folder`. Launching it there again continues as the same phone. */
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
    // The package's flags aren't used: they start a single process, which exits when the first window closes.
    return await packaged.executablePath();
  } catch (error) {
    throw new Error('No browser: install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.', {
      cause: error,
    });
  }
}
