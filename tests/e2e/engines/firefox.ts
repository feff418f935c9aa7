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

/** Puppeteer has no locators by role within an element, so these are found by the text or the label that people see. */
export const press = (page: Page, button: string) => page.locator(`aria/${button}[role="button"]`).click();
export const check = (page: Page, label: string) => page.locator(`aria/${label}[role="radio"]`).click();
export const untilText = (page: Page, text: string) => page.locator(`::-p-text(${text})`).wait();

/** Types into a field, key by key. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await page.locator(`aria/${label}[role="textbox"]`).click();
  await page.keyboard.type(text);
}

/** Waits for the address of a page that the last step opens. */
export async function untilAt(page: Page, pathname: string): Promise<void> {
  const until = Date.now() + stepTimeoutMs;
  while (new URL(page.url()).pathname !== pathname) {
    if (Date.now() > until) throw new Error(`Still at ${page.url()}, not at ${pathname}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
