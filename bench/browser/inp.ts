import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../tests/support/browser/launch-browser.ts';
import { openSessions, withClient, withDatabases } from '../database.ts';
import { startStoop } from '../server-process.ts';
import { quantile, rounded } from '../statistics.ts';
import { fillScreens } from './fill-screens.ts';
import { pressAt, type Screen, screens, viewports } from './inp-screens.ts';

const cpuSlowdown = 4;
/**
 * Limits for the time from a press to the next frame, and for the layout shift while a screen loads (QUAL-8, QUAL-60).
 */
const maxInpMs = 200;
const maxShift = 0.02;

interface InpOptions {
  rows: number;
  /** Measures only the screen with this path. */
  path?: string | undefined;
}

/**
 * Presses the usual buttons of every screen with `rows` rows, in Chromium on a CPU that is four times slower. Prints
 * one JSON line per screen: the time from a press to the next frame (p98 and maximum, in ms), the maximum as a multiple
 * of the empty page's median in the same run, the three slowest presses, and the layout shift while the screen loaded.
 * The first line is a button on an empty page. If its median is over 40 ms, the machine was too busy to measure.
 */
export async function benchInp({ rows, path }: InpOptions): Promise<void> {
  await withDatabases(async (databases) => {
    const databaseUrl = await databases.create('inp');
    const people = await withClient(databaseUrl, (client) => fillScreens(client, rows));
    const server = await startStoop({ DATABASE_URL: databaseUrl });
    const browser = await launchBrowser();
    try {
      const tokens = await withClient(databaseUrl, async (client) => {
        const [customer = '', driver = '', admin = ''] = await openSessions(client, Object.values(people));
        return { customer, driver, admin };
      });
      const emptyMs = await measureEmptyPage(browser, server.url);
      for (const screen of screens.filter((one) => path === undefined || one.path === path)) {
        await measureScreen(browser, server.url, tokens[screen.role], screen, emptyMs).catch((error: Error) => {
          console.log(JSON.stringify({ screen: screen.path, error: error.message.split('\n')[0] }));
          process.exitCode = 1;
        });
      }
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}

/** Returns the median time of a press on an empty page, in ms. */
async function measureEmptyPage(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  await context.addInitScript(observe);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto('/robots.txt');
  await page.evaluate(() => document.body.append(document.createElement('button')));
  for (let count = 0; count < 10; count += 1) await pressAt(page.locator('button'));
  const { interactions } = await measured(page);
  await context.close();
  const medianMs = quantile(
    interactions.map(({ ms }) => ms),
    0.5,
  );
  console.log(JSON.stringify({ screen: 'empty page', presses: interactions.length, medianMs }));
  return medianMs;
}

async function measureScreen(
  browser: Browser,
  url: string,
  token: string,
  screen: Screen,
  emptyMs: number,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: viewports[screen.role],
    serviceWorkers: 'block',
    timezoneId: 'America/New_York',
  });
  const me = await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  await context.addInitScript((values) => Object.assign(localStorage, values), { token, user: await me.text() });
  await context.addInitScript(observe);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto(screen.path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_500);
  const shift = rounded((await measured(page)).shift, 4);
  await screen.presses(page).finally(() => page.waitForTimeout(1_000));
  const { interactions } = await measured(page);
  await context.close();
  const times = interactions.map(({ ms }) => ms);
  const [p98Ms, maxMs] = [rounded(quantile(times, 0.98), 0), Math.max(...times)];
  const isOver = maxMs > maxInpMs || shift >= maxShift;
  console.log(
    JSON.stringify({
      screen: screen.path,
      presses: times.length,
      p98Ms,
      maxMs,
      timesEmpty: rounded(maxMs / emptyMs, 1),
      slowest: interactions.toSorted((one, other) => other.ms - one.ms).slice(0, 3),
      shift,
      ...(isOver && { isOver }),
    }),
  );
}

/** The longest event of one press. All times in ms. */
interface Interaction {
  ms: number;
  /** The event's name and the label of the element. */
  what: string;
  /** Time before the event handlers start, in the handlers, and from there to the next frame. */
  parts: [waited: number, worked: number, drew: number];
}

interface Measured {
  interactions: Interaction[];
  shift: number;
}

async function measured(page: Page): Promise<Measured> {
  return await page.evaluate(() => {
    const { interactions, shift } = (
      globalThis as unknown as { felt: { interactions: Map<number, Interaction>; shift: number } }
    ).felt;
    return { interactions: [...interactions.values()], shift };
  });
}

/** Runs in the page: records presses and layout shifts. Events shorter than 16 ms aren't reported. */
function observe(): void {
  const felt = { interactions: new Map<number, Interaction>(), shift: 0 };
  Object.assign(globalThis, { felt });
  new PerformanceObserver((list) => {
    for (const event of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId, name, target, startTime, processingStart, processingEnd, duration: ms } = event;
      if (!interactionId || ms <= (felt.interactions.get(interactionId)?.ms ?? 0)) continue;
      const element = target instanceof Element ? target : null;
      const label = element?.closest('[aria-label]')?.getAttribute('aria-label') ?? element?.textContent ?? 'gone';
      const what = `${name} ${label.slice(0, 30)}`;
      const ends = [processingStart - startTime, processingEnd - processingStart, startTime + ms - processingEnd];
      felt.interactions.set(interactionId, { ms, what, parts: ends.map(Math.round) as Interaction['parts'] });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) felt.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
