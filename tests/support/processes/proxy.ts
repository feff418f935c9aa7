import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess } from './server-process.ts';

const caddy = process.env.CADDY_PATH ?? 'caddy';
const caddyfile = join(import.meta.dirname, '../../../deploy/Caddyfile');

/** Whether Caddy is installed (Debian: `apt-get install caddy`), or `CADDY_PATH` names it. */
export const hasCaddy = spawnSync(caddy, ['version']).status === 0;

export interface StartedProxy {
  url: string;
  stop(): Promise<void>;
}

/** Runs Caddy with `deploy/Caddyfile` in front of these instances (`127.0.0.1:PORT`), over http on a free port. */
export async function startProxy(instances: readonly string[]): Promise<StartedProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'stoop-proxy-'));
  const file = join(folder, 'Caddyfile');
  const url = `http://127.0.0.1:${await freePort()}`;
  const deployed = readFileSync(caddyfile, 'utf8').replace('app-1:3000 app-2:3000', instances.join(' '));
  await writeFile(file, `{\n\tadmin off\n\tauto_https off\n}\n${deployed}`);
  const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env.PATH, HOME: folder, SITE_ADDRESS: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const stop = async () => {
    await endProcess(child);
    await rm(folder, { recursive: true });
  };
  for (const giveUpAt = Date.now() + 30_000; Date.now() < giveUpAt; await sleep(100)) {
    if (child.exitCode !== null) break;
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    await response?.text();
    if (response?.ok) return { url, stop };
  }
  await stop();
  throw new Error(`Caddy did not get ready: ${output}`);
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
