import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expectNoCardDigits, watchOutput } from './card-digits.ts';
import { copyTemplate } from './fresh-database.ts';
import { goodPassword } from './people.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

export interface ServerProcess {
  url: string;
  process: ChildProcess;
  databaseUrl: string;
  /** The server's own DATA_DIR: its mails are below. */
  dataDir: string;
  /** What the server wrote, for a test that greps it. */
  output(): string;
  /** Ends it as a power cut does, in the middle of whatever it does, and starts it again over the same data. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

/** The server as people start it, in a process of its own, over a fresh copy of the migrated database. */
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

/** On a busy machine a server that has just started turns callers away (503) until a second without a stall has gone by. */
async function untilReady(url: string): Promise<void> {
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; await sleep(100)) {
    const answer = await fetch(`${url}/readyz`);
    await answer.text();
    if (answer.ok) return;
  }
  throw new Error('the server did not get ready');
}

/** Starts `npm start`'s script with the given settings and waits until it says where it listens. */
export async function spawnServer(
  env: Record<string, string>,
): Promise<Pick<ServerProcess, 'url' | 'process' | 'output'>> {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    // No story asks anybody outside.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOG_LEVEL: 'info', GEOCODER: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  watchOutput(child, () => output);
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const ready = /ready at (http:\S+)/.exec(output);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    // Not at its exit: what it has written is read, too.
    child.on('close', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  return { url, process: child, output: () => output };
}

/** Asks a process to end, or ends it, and waits until it has. */
export async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // Not just gone: what it has written is read, too.
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  await ended;
}

/** An account made on the command line, as an operator makes the first ones. */
export async function makeAccount(
  databaseUrl: string,
  role: 'admin' | 'driver' | 'customer',
  username: string,
): Promise<{ username: string; password: string }> {
  const options = [
    '--role',
    role,
    '--username',
    username,
    '--email',
    `${username}@stoop.example`,
    '--password',
    goodPassword,
  ];
  await run(process.execPath, [join(root, 'scripts/account.ts'), 'create', ...options], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: databaseUrl },
  });
  return { username, password: goodPassword };
}
