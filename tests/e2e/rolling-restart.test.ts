import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registrationForm } from '../support/accounts/people.ts';
import { copyTemplate } from '../support/database/fresh-database.ts';
import { isLong } from '../support/effort.ts';
import { type Load, startLoad } from '../support/processes/load.ts';
import { freePort, hasCaddy, type StartedProxy, startProxy } from '../support/processes/proxy.ts';
import { endProcess, type ServerProcess, spawnServer } from '../support/processes/server-process.ts';
import { tryRequest } from '../support/processes/try-request.ts';

/** Two instances behind Caddy with `deploy/Caddyfile` are restarted in turn while customers read and book. */

interface Instance extends Pick<ServerProcess, 'url' | 'process' | 'output'> {
  port: number;
}

const dataDir = mkdtempSync(join(tmpdir(), 'stoop-rolling-'));
let database: Awaited<ReturnType<typeof copyTemplate>>;
let proxy: StartedProxy;
const instances: Instance[] = [];
let token = '';

const startInstance = async (port: number): Promise<Instance> => {
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '5',
    // One customer makes more unpaid bookings than the usual limit.
    MAX_UNPAID_BOOKINGS: '99999',
  };
  return { port, ...(await spawnServer({ ...settings, PORT: String(port) })) };
};

beforeAll(async () => {
  if (!hasCaddy || !isLong) return;
  database = await copyTemplate();
  const ports = [await freePort(), await freePort()];
  instances.push(...(await Promise.all(ports.map(startInstance))));
  proxy = await startProxy(instances.map(({ port }) => `127.0.0.1:${port}`));
  const registered = await tryRequest(proxy.url, 'POST', '/api/auth/register', { body: registrationForm() });
  token = registered?.body.token;
});
afterAll(async () => {
  await proxy?.stop();
  for (const { process } of instances) await endProcess(process);
  rmSync(dataDir, { recursive: true });
  await database?.drop();
});

/** Restarts one instance after the other while clients read and write, until both were often, and enough was sent. */
async function restartDuringLoad(leastRestarts: number, leastRequests: number): Promise<Load> {
  const { load, stop } = startLoad(proxy.url, token, 8);
  await sleep(500);
  for (let made = 0; made < leastRestarts || load.done < leastRequests; made++) {
    const at = made % instances.length;
    const instance = instances[at] as Instance;
    await endProcess(instance.process);
    instances[at] = await startInstance(instance.port);
    // Caddy asks every two seconds, and waits up to five for an answer. Until then it doesn't know the instance is back.
    await sleep(7_000);
  }
  await stop();
  return load;
}

// It takes minutes. Where Caddy is missing, and in the short run, server/http/draining.test.ts alone shows what an instance does when it stops.
describe.runIf(hasCaddy && isLong)('a rolling restart behind Caddy', () => {
  it('loses no read, no write, no slow body and no stream', async () => {
    const load = await restartDuringLoad(8, 10_000);
    expect(load.failures).toEqual([]);
    expect(load.streams).toBeGreaterThan(1);
    // Each acknowledged booking is stored, and none twice.
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('SELECT "id" FROM pickups').finally(() => client.end());
    expect(rows.map(({ id }) => id).sort()).toEqual(load.booked.sort());
  });

  it('sends writes to the other instance when one dies', async () => {
    await endProcess((instances[1] as Instance).process, 'SIGKILL');
    const killedAtMs = performance.now();
    // Caddy knows no better yet: it is refused by the dead instance, and sends the body again.
    for (let sent = 0; sent < 10; sent++) {
      const body = registrationForm();
      const registered = await tryRequest(proxy.url, 'POST', '/api/auth/register', { body });
      expect(registered?.status, `after ${Math.round(performance.now() - killedAtMs)} ms`).toBe(201);
    }
  });
});
