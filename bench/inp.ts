import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../tests/support/launch-browser.ts';
import { openSessions, withClient, withDatabases } from './database.ts';
import { fillScreens, type ScreenPeople } from './fill-screens.ts';
import { startStoop } from './server-process.ts';
import { quantile, rounded } from './statistics.ts';

const cpuSlowdown = 4;
/** The longest a screen may take to react, and the most it may move while it loads (QUAL-8, QUAL-60). */
const maxInpMs = 200;
const maxShift = 0.02;

/**
 * Presses what people press on every screen with `rows` rows, in Chromium on a CPU that is four times slower. Prints one JSON line a
 * screen: the time from each press to the next picture (p98 and the longest, in ms), and how much moved while the screen loaded. The
 * first line is an empty page's button: what it takes beyond 16 to 40 ms, the machine was too busy to measure.
 */
export async function benchInp({ rows }: { rows: number }): Promise<void> {
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
      await measureEmptyPage(browser, server.url);
      for (const screen of screens) {
        await measureScreen(browser, server.url, tokens[screen.role], screen).catch((error: Error) => {
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
  /** What people press there, in this order. */
  presses: (page: Page) => Promise<void>;
}

/** Phones for customers and drivers, a desk for dispatchers. */
const viewports = {
  customer: { width: 390, height: 844 },
  driver: { width: 390, height: 844 },
  admin: { width: 1280, height: 800 },
};

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const close = async (page: Page) => {
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
const openBell = async (page: Page) => {
  await press(page, /^Notifications/);
  await close(page);
};
const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox').first().click();
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
      await page.getByRole('dialog').waitFor();
      await page.getByRole('radio').nth(1).click();
      await press(page, /^Next/);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
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
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Escape');
      await press(page, 'Reschedule');
      await close(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('Market', { delay: 120 });
      await close(page);
    },
  },
  {
    role: 'admin',
    path: '/admin/routes',
    presses: async (page) => {
      const boxes = page.locator('[data-stop] input');
      await boxes.first().click();
      await boxes.nth(1).click();
      await page.keyboard.press('ArrowDown');
      await page.locator('[data-open]').first().click();
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
      await page.getByRole('checkbox').nth(1).click();
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
      await boxes.nth(1).click();
      await boxes.nth(2).click();
      await press(page, /^Details/);
      await press(page, 'Select All');
      await press(page, 'Clear');
      await press(page, /^Complete/);
      await openBell(page);
    },
  },
];

async function measureEmptyPage(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  await context.addInitScript(observe);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto('/robots.txt');
  await page.evaluate(() => document.body.append(document.createElement('button')));
  for (let count = 0; count < 10; count += 1) await page.locator('button').click();
  await page.waitForTimeout(1_000);
  const { interactions } = await measured(page);
  await context.close();
  console.log(JSON.stringify({ screen: 'empty page', presses: 10, medianMs: quantile(interactions, 0.5) }));
}

async function measureScreen(browser: Browser, url: string, token: string, screen: Screen): Promise<void> {
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
  const [p98Ms, maxMs] = [rounded(quantile(interactions, 0.98), 0), Math.max(...interactions)];
  const isOver = maxMs > maxInpMs || shift >= maxShift;
  console.log(
    JSON.stringify({
      screen: screen.path,
      presses: interactions.length,
      p98Ms,
      maxMs,
      shift,
      ...(isOver && { isOver }),
    }),
  );
}

interface Measured {
  /** The longest event of each interaction, in ms. */
  interactions: number[];
  shift: number;
}

async function measured(page: Page): Promise<Measured> {
  return await page.evaluate(() => {
    const { interactions, shift } = (
      globalThis as unknown as { felt: { interactions: Map<number, number>; shift: number } }
    ).felt;
    return { interactions: [...interactions.values()], shift };
  });
}

/** Runs in the page. Events shorter than 16 ms aren't reported. */
function observe(): void {
  const felt = { interactions: new Map<number, number>(), shift: 0 };
  Object.assign(globalThis, { felt });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId)
        felt.interactions.set(interactionId, Math.max(duration, felt.interactions.get(interactionId) ?? 0));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) felt.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
