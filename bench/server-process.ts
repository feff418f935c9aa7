import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasuredTurns } from './turns/report-turns.ts';

const root = join(import.meta.dirname, '..');
const packageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export interface ServerProcess {
  url: string;
  /** The server's output until it was ready, including the demo's sign-ins. */
  greeting: string;
  /** Returns the resident memory in MB, current and peak; undefined except on Linux. */
  memoryMb(): { now: number; peak: number } | undefined;
  stop(): Promise<void>;
}

/** Starts the real server in a child process, with the options of `npm start`. */
export async function startStoop(env: Record<string, string>): Promise<ServerProcess> {
  const { child, ...server } = await startProcess(stoopArguments(), { ...stoopEnv, ...env });
  return server;
}

export interface MeasuredProcess extends ServerProcess {
  /** Runs work and returns what the server's main thread computed meanwhile. */
  measureTurns(work: () => Promise<void>): Promise<MeasuredTurns>;
}

/** Starts the real server with a measurement of its event loop. */
export async function startMeasuredStoop(env: Record<string, string>): Promise<MeasuredProcess> {
  const args = ['--import', './bench/turns/report-turns.ts', ...stoopArguments()];
  const { child, ...server } = await startProcess(args, { ...stoopEnv, ...env });
  const ask = async (message: 'begin' | 'end') => {
    const answered = once(child, 'message', { signal: AbortSignal.timeout(answerMs) });
    child.send(message);
    const [answer] = await answered;
    return answer;
  };
  return {
    ...server,
    async measureTurns(work) {
      await ask('begin');
      await work();
      return await ask('end');
    },
  };
}

/** How long a server may take to answer a message. */
const answerMs = 30_000;

const stoopEnv = { LOG_LEVEL: 'warn', GEOCODER: 'off' };

function stoopArguments(): string[] {
  const words: string[] = packageFile.scripts.start.split(' ');
  // The script may begin with `exec`.
  return words.slice(words.indexOf('node') + 1);
}

/** Starts the baseline server (bare-server.ts). */
export async function startBare(databaseUrl: string): Promise<ServerProcess> {
  const { child, ...server } = await startProcess(['bench/bare/bare-server.ts'], { DATABASE_URL: databaseUrl });
  return server;
}

async function startProcess(
  args: readonly string[],
  env: Record<string, string>,
): Promise<ServerProcess & { child: ChildProcess }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { url, greeting } = await untilReady(child, args.at(-1) ?? '');
  return {
    child,
    url,
    greeting,
    memoryMb: () => readMemoryMb(child.pid),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilReady(child: ChildProcess, script: string): Promise<{ url: string; greeting: string }> {
  let greeting = '';
  return await new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      greeting += chunk;
      const url = /ready at (http:\S+)/.exec(greeting)?.[1];
      // The demo prints its sign-ins right after this line.
      if (url) setTimeout(() => resolve({ url, greeting }), 200);
    });
    child.on('exit', (code) => reject(new Error(`${script} exited with ${code} before it was ready.`)));
  });
}

function readMemoryMb(pid: number | undefined): { now: number; peak: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name: string) =>
      Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024);
    return { now: read('VmRSS'), peak: read('VmHWM') };
  } catch {
    return undefined;
  }
}
