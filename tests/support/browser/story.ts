import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { visitAs } from '../accounts/signed-in.ts';
import { type ServerProcess, startServerProcess } from '../processes/server-process.ts';
import { closeWindow, type phone, type Visit, visit } from './browser.ts';
import { closeWindows, launchBrowser, openBrowser } from './launch-browser.ts';

export interface Stories {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** The windows of the current story, in the order they were opened. */
  readonly visits: Visit[];
  /** Opens a window in which nobody is signed in. */
  visit(device: typeof phone, serverUrl?: string): Promise<Visit>;
  /** Opens a window in which this user is signed in. */
  visitAs(person: { token: string; user: object }, device: typeof phone, serverUrl?: string): Promise<Visit>;
}

export interface StoryOptions {
  /** Returns the server's settings. Called once, before the server starts. */
  env?: () => Promise<Record<string, string>>;
  browserFlags?: readonly string[];
  /** Console errors that the stories cause on purpose. */
  expectedErrors?: RegExp;
}

/** The browser logs each refused or aborted request as an error. */
export const refusedRequests = /Failed to load resource/;

/**
 * Starts one server for all stories of a file. They share their worker's browser, or have their own with
 * `browserFlags`. After each story its windows are closed, and they must have logged only expected errors.
 */
export function setUpStories({ env, browserFlags, expectedErrors }: StoryOptions = {}): Stories {
  let server: ServerProcess;
  let browser: Browser;
  const visits: Visit[] = [];
  beforeAll(async () => {
    const settings = await env?.();
    const opened = browserFlags ? launchBrowser(browserFlags) : openBrowser();
    [server, browser] = await Promise.all([startServerProcess(settings), opened]);
  });
  afterAll(async () => {
    await (browserFlags ? browser.close() : closeWindows(browser));
    await server.stop();
  });
  afterEach(async ({ task }) => {
    for (const { context, complaints } of visits.splice(0)) {
      if (task.result?.state === 'fail') await logPages(context);
      await closeWindow(context);
      expect(complaints.filter((complaint) => !expectedErrors?.test(complaint))).toEqual([]);
    }
  });
  const keep = (opened: Visit) => {
    visits.push(opened);
    return opened;
  };
  return {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
    visits,
    visit: async (device, url = server.url) => keep(await visit(browser, device, url)),
    visitAs: async (person, device, url = server.url) => keep(await visitAs(browser, device, url, person)),
  };
}

/** Logs what a failed story's pages show, so that a random failure can be traced. */
async function logPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
    // biome-ignore lint/suspicious/noConsole: a failure by chance shows nothing else
    console.info(`${page.url()} shows:\n${shown.slice(0, 3_000)}`);
  }
}
