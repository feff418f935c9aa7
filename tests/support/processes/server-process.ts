import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectNoCardDigits, watchOutput } from '../browser/card-digits.ts';
import { copyTemplate } from '../database/fresh-database.ts';

const root = join(import.meta.dirname, '../../..');

export interface ServerProcess {
  url: string;
  process: ChildProcess;
  databaseUrl: string;
  /** The server's own DATA_DIR, with its emails. */
  dataDir: string;
  /** Returns the server's output so far. */
  output(): string;
  /** Kills the server, as a power cut does, and starts it again on the same data. `url` and `process` change. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server in a separate process, as operators do, on a fresh copy of the migrated database. */
export async function startServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const database = await copyTemplate();
  const dataDir = await mkdtemp(join(tmpdir(), 'stoop-story-'));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...env };
  const spawned = await spawnServer(settings);
  await untilReady(spawned.url);
  const server: ServerProcess = {
    ...spawned,
    databaseUrl: database.url,
    dataDir,
    async killAndRestart() {
      await endProcess(server.process, 'SIGKILL');
      Object.assign(server, await spawnServer(settings));
    },
    async stop() {
      await endProcess(server.process);
      await rm(dataDir, { recursive: true });
      await database.drop();
      expectNoCardDigits();
    },
  };
  return server;
}

/** Waits until a server is ready. On a busy machine a new server may stall and return 503 for some seconds. */
async function untilReady(url: string): Promise<void> {
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; await sleep(100)) {
    const response = await fetch(`${url}/readyz`);
    await response.text();
    if (response.ok) return;
  }
  throw new Error('the server did not get ready');
}

type SpawnedServer = Pick<ServerProcess, 'url' | 'process' | 'output'>;

/**
 * Runs the script of `npm start` with these settings and waits until it logs its address. On a busy machine a server
 * may not reach its database for five seconds and exit. It is then started again, at most twice, as a supervisor does.
 * `sources` is the folder of another version.
 */
export async function spawnServer(
  env: Record<string, string>,
  { sources = root, restarts = 2 } = {},
): Promise<SpawnedServer> {
  try {
    return await spawnOnce(env, sources);
  } catch (error) {
    if (restarts === 0 || !/timeout exceeded when trying to connect/.test(String(error))) throw error;
    return await spawnServer(env, { sources, restarts: restarts - 1 });
  }
}

async function spawnOnce(env: Record<string, string>, sources: string): Promise<SpawnedServer> {
  const child = spawn(process.execPath, [join(sources, 'scripts/start.mjs')], {
    cwd: sources,
    // No story may call an outside service.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'info', GEOCODER: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  watchOutput(child, () => output);
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const ready = /ready at (http:[^\s"]+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    // `close` instead of `exit`: by then all output has been read.
    child.on('close', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  return { url, process: child, output: () => output };
}

/** Sends a process a signal and waits until it has ended. Does nothing if it has already ended. */
export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // `close` instead of `exit`: by then all output has been read.
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  await ended;
}
