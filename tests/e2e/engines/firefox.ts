import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { isLong } from '../../support/effort.ts';

const path = process.env.FIREFOX_PATH ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((one) => existsSync(one));

/** Why the stories in Firefox don't run here; null if they do. */
export const whyNoFirefox = !isLong
  ? 'only in npm run test:long'
  : path === undefined
    ? 'Firefox is not installed (Debian: apt-get install firefox-esr, or set FIREFOX_PATH)'
    : null;

const stepTimeoutMs = 90_000;

/** Launches the system's Firefox, driven with WebDriver BiDi. */
export async function launchFirefox(): Promise<Browser> {
  if (path === undefined) throw new Error('Firefox is not installed');
  return await puppeteer.launch({
    browser: 'firefox',
    executablePath: path,
    headless: true,
    timeout: stepTimeoutMs,
    protocolTimeout: 2 * stepTimeoutMs,
  });
}

/** Opens a window of its own, without anybody's session. Script errors are collected as `complaints`. */
export async function openWindow(browser: Browser, complaints: string[]): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  page.setDefaultNavigationTimeout(stepTimeoutMs);
  await page.setViewport({ width: 390, height: 844 });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${String(error)}`));
  return page;
}

/** Checks often enough, also in a window in the background, where frames are rare. */
const waiting = { polling: 200, timeout: stepTimeoutMs };

/** Presses the button or link with this name; in a dialog, if one is open. Puppeteer's own search by role takes Firefox seconds. */
export async function press(page: Page, name: string): Promise<void> {
  const pressIt = (wanted: string) => {
    const within = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1) ?? document;
    const buttons = [...within.querySelectorAll<HTMLButtonElement>('button, a[href]')];
    const found = buttons.find(
      (one) => (one.ariaLabel ?? one.textContent).trim() === wanted && !one.disabled && one.checkVisibility(),
    );
    found?.click();
    return found !== undefined;
  };
  await page.waitForFunction(pressIt, waiting, name);
}

export async function untilText(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted: string) => document.body.textContent.includes(wanted), waiting, text);
}

/** Waits for the address of a page that the last step opens. */
export async function untilAt(page: Page, pathname: string): Promise<void> {
  const until = Date.now() + stepTimeoutMs;
  while (new URL(page.url()).pathname !== pathname) {
    if (Date.now() > until) throw new Error(`Still at ${page.url()}, not at ${pathname}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
