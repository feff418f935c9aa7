import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, makeAccount } from '../support/accounts/people.ts';
import { type DatabaseLink, startDatabaseLink } from '../support/database/database-link.ts';
import { administrate } from '../support/database/database-server.ts';
import { copyTemplate } from '../support/database/fresh-database.ts';
import { type ProductionProcess, startProductionProcess } from '../support/processes/production-process.ts';
import { tryRequest } from '../support/processes/try-request.ts';

/** The server as a container runs it: each line that it writes is JSON, whatever happens, and a stop drains first. */

const dataDir = mkdtempSync(join(tmpdir(), 'stoop-production-'));
let database: Awaited<ReturnType<typeof copyTemplate>>;
let link: DatabaseLink;
beforeAll(async () => {
  database = await copyTemplate();
  link = await startDatabaseLink(database.url);
  await makeAccount(database.url, 'admin', 'desk');
});
afterAll(async () => {
  await link.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const start = async (env: Record<string, string> = {}) =>
  await startProductionProcess({ DATABASE_URL: link.url, DATA_DIR: dataDir, ...env });

/** Parses every line. A line that isn't JSON fails the test. */
const messagesOf = (server: ProductionProcess) =>
  server.lines().map((line) => {
    const { level, msg } = JSON.parse(line);
    return `${level} ${msg}`;
  });

const untilReady = async (server: ProductionProcess) =>
  await expect.poll(() => server.lines().join('\n'), { timeout: 60_000 }).toContain('Stoop is ready at');

describe('a production server', () => {
  it('writes only JSON from its start to its stop, and drains before it stops', async () => {
    const server = await start({ DRAIN_SECONDS: '2', LOG_LEVEL: 'info' });
    const { url } = server;
    await untilReady(server);
    const get = async (path: string) => await fetch(`${url}${path}`);
    const body = { username: 'desk', password: goodPassword };
    const signedIn = await tryRequest(url, 'POST', '/api/auth/login', { body });
    expect(signedIn?.status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);

    // A fault of our own: 500.
    await administrate(database.url, 'ALTER TABLE notifications RENAME TO elsewhere');
    const fault = await tryRequest(url, 'GET', '/api/notifications', { token: signedIn?.body.token });
    expect(fault?.status).toBe(500);
    await administrate(database.url, 'ALTER TABLE elsewhere RENAME TO notifications');
    link.set({ isCut: true });
    await expect.poll(async () => (await get('/readyz')).status).toBe(503);
    link.set({});
    await expect.poll(async () => (await get('/readyz')).status).toBe(200);
    server.process.kill('SIGWINCH');
    await expect.poll(() => server.lines().join('\n')).toContain('a test warns');

    const stoppedAt = performance.now();
    server.process.kill('SIGTERM');
    await expect.poll(async () => (await get('/readyz')).status).toBe(503);
    // npm and the terminal may repeat the signal.
    server.process.kill('SIGTERM');
    server.process.kill('SIGINT');
    const served = await get('/healthz');
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    expect(await server.ended).toBe(0);
    expect(performance.now() - stoppedAt).toBeGreaterThan(2_000);

    const messages = messagesOf(server);
    expect(messages).toEqual(
      expect.arrayContaining([
        '30 request',
        '50 request failed',
        '40 not ready',
        '40 a warning of Node',
        '30 stopping',
        '30 already stopping',
      ]),
    );
    // A probe every two seconds would fill the log.
    expect(server.lines().filter((line) => line.includes('/readyz') && line.includes('"msg":"request"'))).toEqual([]);
  });

  it('writes only JSON when an error that nothing caught ends it', async () => {
    const causes = [
      ['SIGCONT', 'a test fails'],
      ['SIGUSR1', 'a test rejects'],
    ] as const;
    await Promise.all(
      causes.map(async ([signal, reason]) => {
        // It doesn't drain: its state may be wrong.
        const server = await start({ DRAIN_SECONDS: '60' });
        await untilReady(server);
        server.process.kill(signal);
        expect(await server.ended).toBe(1);
        expect(messagesOf(server)).toContain('60 stopping after an error');
        expect(server.lines().join('\n')).toContain(reason);
      }),
    );
  });

  it('writes one JSON line of the reason when it cannot start', async () => {
    const causes: [env: Record<string, string>, reason: string][] = [
      [{ DRAIN_SECONDS: 'soon' }, 'DRAIN_SECONDS must be a whole number from 0 to 60.'],
      [{ DATABASE_URL: 'postgres://stoop@127.0.0.1:1/stoop' }, 'Cannot use the database of DATABASE_URL'],
      [{ HOST: '203.0.113.9' }, 'HOST is not an address of this machine.'],
    ];
    await Promise.all(
      causes.map(async ([env, reason]) => {
        const server = await start(env);
        expect(await server.ended).toBe(1);
        const last = messagesOf(server).at(-1);
        expect(last).toMatch(/^60 /);
        expect(last).toContain(reason);
      }),
    );
  });
});
