import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../tests/support/launch-browser.ts';
import { openSessions, withClient, withDatabases } from './database.ts';
import { fillScreens, type ScreenPeople } from './fill-screens.ts';
import { startStoop } from './server-process.ts';
import { quantile, rounded } from './statistics.ts';

const cpuSlowdown = 4;
/** The longest a screen may take to react, and the most it may move while it loads (QUAL-8, QUAL-60). */
const maxInpMs = 200;
const maxShift = 0.02;

/** How long a finger is down, in ms. Without it, the picture after the touch would wait for the work of the click. */
const heldMs = 80;
/** The pause before the next press, in ms. Work that a press starts later than this counts toward the next press. */
const pauseMs = 400;

interface InpOptions {
  rows: number;
  /** Only the screen with this path. */
  path?: string | undefined;
}

/**
 * Presses the usual buttons of every screen with `rows` rows, in Chromium on a CPU that is four times slower. Prints
 * one JSON line a screen: the time from each press to the next picture (p98 and the longest, in ms), the longest as a
 * multiple of an empty page's button in the same run, the three slowest presses, and how much moved while the screen
 * loaded. The first line is the empty page's button. If it takes more than 40 ms, the machine was too busy to measure.
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

interface Screen {
  role: keyof ScreenPeople;
  path: string;
  /** The presses on that screen, in this order. */
  presses: (page: Page) => Promise<void>;
}

/** Phones for customers and drivers, a desk for dispatchers. */
const viewports = {
  customer: { width: 390, height: 844 },
  driver: { width: 390, height: 844 },
  admin: { width: 1280, height: 800 },
};

/**
 * Presses an element where it is. Finds it before the press and asks the page nothing until the next picture, because
 * finding an element by its role reads the whole page, and the press must not include that time.
 */
async function pressAt(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not on the screen`);
  const page = target.page();
  await page.waitForTimeout(pauseMs);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: heldMs });
  await page.waitForTimeout(pauseMs);
}

const press = (page: Page, name: string | RegExp) => pressAt(page.getByRole('button', { name }).first());
const pressKey = async (page: Page, key: string) => {
  await page.keyboard.press(key);
  await page.waitForTimeout(pauseMs);
};
const dialog = '[role="dialog"]';
const close = async (page: Page) => {
  await page.waitForSelector(dialog);
  await pressKey(page, 'Escape');
  await page.waitForSelector(dialog, { state: 'detached' });
};
const openBell = async (page: Page) => {
  await press(page, /^Notifications/);
  await close(page);
};
const search = async (page: Page, text: string) => {
  await pressAt(page.getByRole('searchbox').first());
  await page.keyboard.type(text, { delay: 120 });
  await page.waitForTimeout(1_000);
};

const screens: Screen[] = [
  {
    role: 'customer',
    path: '/dashboard',
    presses: async (page) => {
      await openBell(page);
      await press(page, 'Menu');
      await close(page);
      // The booking wizard.
      await press(page, /^Book/);
      await page.waitForSelector(dialog);
      await pressAt(page.getByRole('radio').nth(1));
      await press(page, /^Next/);
      await pressKey(page, 'Tab');
      await pressKey(page, 'Escape');
    },
  },
  {
    role: 'customer',
    path: '/pickup-history',
    presses: async (page) => {
      await press(page, /^Completed/);
      await press(page, /^All/);
      await openBell(page);
    },
  },
  {
    role: 'admin',
    path: '/admin',
    presses: async (page) => {
      await press(page, /^Show all/);
      await press(page, /^Actions for/);
      await pressKey(page, 'ArrowDown');
      await pressKey(page, 'Escape');
      await press(page, 'Reschedule');
      await close(page);
      await pressKey(page, 'Control+k');
      await page.waitForSelector(dialog);
      await page.keyboard.type('Market', { delay: 120 });
      await close(page);
    },
  },
  {
    role: 'admin',
    path: '/admin/routes',
    presses: async (page) => {
      const boxes = page.locator('[data-stop] input');
      await pressAt(boxes.first());
      await pressAt(boxes.nth(1));
      await pressKey(page, 'ArrowDown');
      await pressAt(page.locator('[data-open]').first());
      await close(page);
      await press(page, /^Show /);
    },
  },
  {
    role: 'admin',
    path: '/admin/requests',
    presses: async (page) => {
      await search(page, 'Market');
      await press(page, /^All/);
      await pressAt(page.getByRole('checkbox').nth(1));
    },
  },
  {
    role: 'admin',
    path: '/admin/subscribers',
    presses: async (page) => {
      await search(page, 'Ann');
      await press(page, /^Active/);
    },
  },
  {
    role: 'driver',
    path: '/driver',
    presses: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Select stop/ });
      await pressAt(boxes.nth(1));
      await pressAt(boxes.nth(2));
      await press(page, /^Details/);
      await press(page, 'Select All');
      await press(page, 'Clear');
      await press(page, /^Complete/);
      await openBell(page);
    },
  },
];

/** Returns the median time of a press in ms. */
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
  /** What was pressed, and the event. */
  what: string;
  /** Before the page's own work, during it, and from there to the next picture. */
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

/** Runs in the page. Events shorter than 16 ms aren't reported. */
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
