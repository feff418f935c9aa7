import type { Locator, Page } from 'playwright-core';
import type { ScreenPeople } from './fill-screens.ts';

/** The screens that `bench -- inp` measures, and the buttons and keys that it presses on each. */

/** How long a press stays down, in ms. At 0, the frame after the touch would wait for the work of the click. */
const heldMs = 80;
/** The pause before the next press, in ms. Work that a press starts later than this counts toward the next press. */
const pauseMs = 400;

export interface Screen {
  role: keyof ScreenPeople;
  path: string;
  /** Presses the screen's buttons in order. */
  presses: (page: Page) => Promise<void>;
}

/** Phone sizes for customers and drivers, a desktop size for dispatchers. */
export const viewports = {
  customer: { width: 390, height: 844 },
  driver: { width: 390, height: 844 },
  admin: { width: 1280, height: 800 },
};

/**
 * Clicks the center of an element. Locates the element first, and asks the page nothing until the next frame: finding
 * an element by its role reads the whole page, and the press must not include that time. Throws if the element isn't on
 * the screen.
 */
export async function pressAt(target: Locator): Promise<void> {
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

export const screens: Screen[] = [
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
