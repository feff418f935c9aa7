import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type Browser } from 'puppeteer-core';
import { isLong } from '../../support/effort.ts';
import { type Engine, moveSteps, stepTimeoutMs, type Tab, type WindowSize } from './engine.ts';

const path = process.env.FIREFOX_PATH ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((one) => existsSync(one));

/** The system's Firefox, driven with WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  whyNot: !isLong
    ? 'only in npm run test:long'
    : path === undefined
      ? 'Firefox is not installed (Debian: apt-get install firefox-esr, or set FIREFOX_PATH)'
      : null,
  async launch() {
    if (path === undefined) throw new Error('Firefox is not installed');
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: path,
      headless: true,
      timeout: stepTimeoutMs,
      protocolTimeout: 2 * stepTimeoutMs,
    });
    return { open: (size) => openTab(browser, size), close: () => browser.close() };
  },
};

/**
 * Throws after a while. Firefox sometimes never responds to a function that was sent while the page navigated, and
 * Puppeteer would wait for minutes.
 */
async function giveUp(): Promise<never> {
  await sleep(stepTimeoutMs / 3, undefined, { ref: false });
  throw new Error(`no response in ${stepTimeoutMs / 3} ms`);
}

async function openTab(browser: Browser, size: WindowSize): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(stepTimeoutMs);
  page.setDefaultNavigationTimeout(stepTimeoutMs);
  await page.setViewport(size);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${String(error)}`));
  // Puppeteer's own type allows handles of the page's objects among the arguments.
  const evaluate = page.evaluate.bind(page) as Tab['run'];
  return {
    complaints,
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (...command) => Promise.race([evaluate(...command), giveUp()]),
    async mouse(first, ...others) {
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of others) await page.mouse.move(x, y, { steps: moveSteps });
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    picture: () => page.screenshot(),
    close: () => context.close(),
  };
}
