import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, succeeds } from './run.ts';

/** The container engine: one that runs already, or Docker's daemon started for the trial alone. */
export interface Engine {
  env: NodeJS.ProcessEnv;
  /** `docker compose`, or the older `docker-compose`. */
  compose: 'docker compose' | 'docker-compose';
  /** Whether the trial started it. Its images are then nobody else's. */
  isOurs: boolean;
  stop(): Promise<void>;
}

/** Thrown with a sentence when this machine has no container engine. */
export class NoEngine extends Error {}

const isRoot = process.getuid?.() === 0;

/** The folder of images, sources and logs. Images are kept for the next trial. */
export const stateDir = isRoot ? '/var/cache/stoop/containers' : join(homedir(), '.cache/stoop/containers');

/** Finds the engine that `docker` reaches, or else starts one. Throws NoEngine with the reason when there is none. */
export async function findEngine(): Promise<Engine> {
  if (!(await succeeds(['docker', '--version']))) throw new NoEngine('docker is not installed');
  await mkdir(stateDir, { recursive: true });
  const isRunning = await succeeds(['docker', 'info'], { timeoutMs: 10_000 });
  const engine = isRunning ? { env: process.env, isOurs: false, stop: async () => {} } : await startDaemon();
  const compose = await findCompose();
  if (compose) return { ...engine, compose };
  await engine.stop();
  throw new NoEngine('neither `docker compose` nor `docker-compose` is installed');
}

async function findCompose(): Promise<Engine['compose'] | undefined> {
  if (await succeeds(['docker', 'compose', 'version'])) return 'docker compose';
  return (await succeeds(['docker-compose', '--version'])) ? 'docker-compose' : undefined;
}

const socket = `unix://${join(stateDir, 'docker.sock')}`;
const pidPath = join(stateDir, 'docker.pid');
const logPath = join(stateDir, 'dockerd.log');
const startLimitMs = 60_000;
const stopLimitMs = 60_000;

/** Starts a daemon with images and a socket of its own, or adopts the one that a killed trial has left. */
async function startDaemon(): Promise<Omit<Engine, 'compose'>> {
  if (!isRoot) throw new NoEngine('no Docker daemon answers, and only root can start one');
  if (!(await succeeds(['dockerd', '--version'])))
    throw new NoEngine('no Docker daemon answers, and dockerd is missing');
  const env = { ...process.env, DOCKER_HOST: socket };
  const isReady = () => succeeds(['docker', 'info'], { env, timeoutMs: 5_000 });
  const engine = { env, isOurs: true, stop: stopDaemon };
  if (await isReady()) return engine;
  const daemon = await spawnDaemon();
  for (
    const giveUpAt = Date.now() + startLimitMs;
    Date.now() < giveUpAt && daemon.exitCode === null;
    await sleep(500)
  ) {
    if (await isReady()) return engine;
  }
  daemon.kill('SIGKILL');
  const lastLine = (await readFile(logPath, 'utf8')).trimEnd().split('\n').at(-1);
  throw new NoEngine(`dockerd does not start here (${lastLine})`);
}

async function spawnDaemon(): Promise<ChildProcess> {
  const log = await open(logPath, 'w');
  const folders = ['data-root', 'exec-root'].map((name) => `--${name}=${join(stateDir, name)}`);
  // In a process group of its own, because Ctrl-C must reach the trial first, which removes its containers.
  const daemon = spawn('dockerd', [...folders, `--pidfile=${pidPath}`, `--host=${socket}`], {
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  await log.close();
  daemon.unref();
  return daemon;
}

/** Stops the daemon and its containers. It removes its file with the process id when it is done. */
async function stopDaemon(): Promise<void> {
  process.kill(Number(await readFile(pidPath, 'utf8')), 'SIGTERM');
  for (const giveUpAt = Date.now() + stopLimitMs; existsSync(pidPath); await sleep(200)) {
    if (Date.now() > giveUpAt) throw new Error(`dockerd did not stop within a minute; see ${logPath}`);
  }
}

/** Runs `docker` with these arguments and returns its output. */
export async function docker(engine: Engine, ...args: string[]): Promise<string> {
  return await run(['docker', ...args], { env: engine.env });
}
