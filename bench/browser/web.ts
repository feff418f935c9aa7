import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from 'lighthouse';
import type { Browser } from 'playwright-core';
import { homeOf } from '../../contract/pages.ts';
import { launchBrowser } from '../../tests/support/browser/launch-browser.ts';
import { type ServerProcess, startStoop } from '../server-process.ts';
import { median, rounded } from '../statistics.ts';

/** Measures the transfer size of a first visit to each page, and the landing page's mobile Lighthouse scores. */
export async function benchWeb({ runs }: { runs: number }): Promise<void> {
  const lighthouse = await loadLighthouse();
  const dataDir = mkdtempSync(join(tmpdir(), 'stoop-bench-'));
  try {
    // The demo has an account in every role.
    const server = await startStoop({ DATA_DIR: dataDir });
    try {
      await measureSizes(server);
      await measureLighthouse(lighthouse, server.url, runs);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Lighthouse = typeof import('lighthouse').default;

/** Returns Lighthouse, which has its own package list in `bench/` because nothing else needs its 114 packages. */
async function loadLighthouse(): Promise<Lighthouse> {
  try {
    return (await import('lighthouse')).default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new MissingLighthouse(
      "Lighthouse is not installed. Run 'npm ci --prefix bench', then start the bench again.",
    );
  }
}

/** Thrown if Lighthouse isn't installed. The message tells the user what to do. */
export class MissingLighthouse extends Error {}

interface Session {
  token: string;
  user: { role: string };
}

async function measureSizes(server: ServerProcess): Promise<void> {
  const { browser } = await launchMeasuredBrowser();
  try {
    await measurePage(browser, server.url, '/', undefined);
    await measurePage(browser, server.url, '/login', undefined);
    for (const session of await signInAll(server)) {
      await measurePage(browser, server.url, homeOf(session.user.role), session);
    }
  } finally {
    await browser.close();
  }
}

/** Signs in one account per role with the sign-ins that the demo printed. */
async function signInAll({ url, greeting }: ServerProcess): Promise<Session[]> {
  const printed = [...greeting.matchAll(/^ {2}(customer|driver|admin) +(\S+) +(\S+)$/gm)];
  const onePerRole = new Map(printed.map(([, role, username, password]) => [role, { username, password }]));
  if (onePerRole.size !== 3) throw new Error('The demo printed no sign-in for some role.');
  return await Promise.all(
    [...onePerRole.values()].map(async (credentials) => {
      const response = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      });
      if (!response.ok) throw new Error(`could not sign in as ${credentials.username}: ${response.status}`);
      return (await response.json()) as Session;
    }),
  );
}

type Kind = 'html' | 'js' | 'css' | 'font' | 'other';

/**
 * Opens a page with an empty cache, then requests each of its files with gzip and with Brotli. Prints one JSON line.
 */
async function measurePage(browser: Browser, url: string, path: string, session: Session | undefined): Promise<void> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  if (session) {
    const stored = { token: session.token, user: JSON.stringify(session.user) };
    await context.addInitScript((values) => Object.assign(localStorage, values), stored);
  }
  const page = await context.newPage();
  const files = new Map<string, Kind>();
  let apiCalls = 0;
  page.on('response', (response) => {
    const { pathname, origin } = new URL(response.url());
    if (origin !== url) return;
    if (pathname.startsWith('/api/')) apiCalls += 1;
    else if (response.ok()) files.set(pathname, kindOf(pathname, response.headers()['content-type'] ?? ''));
  });
  await page.goto(path);
  // Polling never ends, but the network is idle between two polls.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_000);
  const arrivedAt = new URL(page.url()).pathname;
  await context.close();
  if (arrivedAt !== path) throw new Error(`${path} led to ${arrivedAt}`);

  const totals: Record<string, { gzip: number; br: number }> = {};
  for (const [pathname, kind] of files) {
    totals[kind] ??= { gzip: 0, br: 0 };
    totals[kind].gzip += await transferBytes(url + pathname, 'gzip');
    totals[kind].br += await transferBytes(url + pathname, 'br');
  }
  const inlineJsBytes = await countInlineScript(url + path);
  console.log(JSON.stringify({ page: path, ...totals, inlineJsBytes, files: files.size, apiCalls }));
}

function kindOf(pathname: string, contentType: string): Kind {
  if (contentType.startsWith('text/html')) return 'html';
  if (/\.m?js$/.test(pathname)) return 'js';
  if (pathname.endsWith('.css')) return 'css';
  return pathname.endsWith('.woff2') ? 'font' : 'other';
}

/** Returns the compressed size of a response body in bytes; fetch() would decompress it. */
async function transferBytes(url: string, encoding: 'gzip' | 'br'): Promise<number> {
  return await new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    });
    request.on('error', reject).end();
  });
}

/** Returns the uncompressed bytes of a page's inline scripts, without JSON data blocks. */
async function countInlineScript(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const scripts = html.matchAll(/<script(?![^>]*\b(?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].reduce((sum, [, code = '']) => sum + Buffer.byteLength(code), 0);
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const timings = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const;

/** Prints the medians of `runs` Lighthouse runs, each in a new browser with Lighthouse's default phone and network. */
async function measureLighthouse(lighthouse: Lighthouse, url: string, runs: number): Promise<void> {
  const results: Report[] = [];
  for (let run = 0; run < runs; run++) results.push(await runLighthouse(lighthouse, url));
  const medianOf = (read: (result: Report) => number) => rounded(median(results.map(read)), 0);
  console.log(
    JSON.stringify({
      page: '/',
      lighthouse: 'mobile',
      runs,
      ...Object.fromEntries(
        categories.map((name) => [name, medianOf((result) => (result.categories[name]?.score ?? 0) * 100)]),
      ),
      ...Object.fromEntries(
        timings.map((name) => [`${name}Ms`, medianOf((result) => result.audits[name]?.numericValue ?? Number.NaN)]),
      ),
      short: [...new Set(results.flatMap(shortcomings))],
    }),
  );
}

async function runLighthouse(lighthouse: Lighthouse, url: string): Promise<Report> {
  const { browser, port } = await launchMeasuredBrowser();
  try {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] });
    if (!result) throw new Error('Lighthouse gave no result.');
    return result.lhr;
  } finally {
    await browser.close();
  }
}

/** Returns the audits that lower a score. */
function shortcomings(report: Report): string[] {
  return categories.flatMap((name) =>
    (report.categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${name}: ${id}`),
  );
}

/** Launches a browser with a debugging port for Lighthouse. */
async function launchMeasuredBrowser(): Promise<{ browser: Browser; port: number }> {
  const port = await freePort();
  return { browser: await launchBrowser([`--remote-debugging-port=${port}`]), port };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}
