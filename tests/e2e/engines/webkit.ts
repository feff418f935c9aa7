import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLong } from '../../support/effort.ts';
import { endProcess } from '../../support/processes/server-process.ts';
import { type Engine, stepTimeoutMs, type Tab, type WindowSize } from './engine.ts';

const driver = '/usr/bin/WebKitWebDriver';
const xvfb = '/usr/bin/Xvfb';

/** WebKitGTK's own small browser, driven with WebDriver over HTTP on a virtual screen. */
export const webkit: Engine = {
  name: 'WebKitGTK',
  whyNot: !isLong
    ? 'only in npm run test:long'
    : [driver, xvfb].some((program) => !existsSync(program))
      ? 'WebKitGTK is not installed (Debian: apt-get install webkit2gtk-driver xvfb)'
      : null,
  async launch() {
    const screen = await startScreen();
    const port = await freePort();
    const env = { ...process.env, DISPLAY: screen.display };
    const process_ = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' });
    const call = callerOf(`http://127.0.0.1:${port}`);
    await untilReady(call);
    return {
      open: (size) => openTab(call, size),
      async close() {
        await endProcess(process_);
        await endProcess(screen.process);
      },
    };
  },
};

/** Sends one command of WebDriver and returns its value. */
type Call = <Value = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>;

function callerOf(base: string): Call {
  return async (method, path, body) => {
    const response = await fetch(base + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(2 * stepTimeoutMs),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
}

async function openTab(call: Call, { width, height }: WindowSize): Promise<Tab> {
  const capabilities = { alwaysMatch: { timeouts: { script: stepTimeoutMs, pageLoad: stepTimeoutMs } } };
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities });
  const at = `/session/${sessionId}`;
  const run: Tab['run'] = (script, ...args) =>
    call('POST', `${at}/execute/sync`, { script: `return (${script})(...arguments)`, args });
  const act = (actions: object) => call<void>('POST', `${at}/actions`, { actions: [actions] });
  await call('POST', `${at}/window/rect`, { width, height });
  // The window has a tool bar above the page.
  const shown = await run(() => innerHeight);
  await call('POST', `${at}/window/rect`, { width, height: 2 * height - shown });
  return {
    complaints: [],
    goto: (url) => call('POST', `${at}/url`, { url }),
    reload: () => call('POST', `${at}/refresh`, {}),
    run,
    mouse: (first, ...others) =>
      act({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', ...first, duration: 0 },
          { type: 'pointerDown', button: 0 },
          ...others.map((point) => ({ type: 'pointerMove', ...point, duration: 200 })),
          { type: 'pointerUp', button: 0 },
        ],
      }),
    type: (text) =>
      act({
        type: 'key',
        id: 'keyboard',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      }),
    picture: async () => Buffer.from(await call<string>('GET', `${at}/screenshot`), 'base64'),
    close: () => call('DELETE', at),
  };
}

/** Starts a virtual screen, whose number Xvfb chooses. */
async function startScreen(): Promise<{ display: string; process: ChildProcess }> {
  const process_ = spawn(xvfb, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    process_.stdout?.once('data', (chunk: Buffer) => resolve(`:${chunk.toString().trim()}`));
    process_.once('close', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { display, process: process_ };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilReady(call: Call): Promise<void> {
  for (const giveUpAt = Date.now() + stepTimeoutMs; ; await sleep(100)) {
    try {
      return await call('GET', '/status');
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}
