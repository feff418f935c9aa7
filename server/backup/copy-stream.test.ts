import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFreshDatabase } from '../../tests/support/database/fresh-database.ts';
import { copyOut } from './copy-stream.ts';

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => {
  database = await openFreshDatabase();
});
afterAll(async () => await database.close());

it('answers the next query after a slow reader', { timeout: 20_000 }, async () => {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  let bytes = 0;
  for await (const block of copyOut(
    client,
    `COPY (SELECT repeat('x', 1000) FROM generate_series(1, 20000)) TO STDOUT`,
  )) {
    bytes += block.length;
    await sleep(5);
  }
  expect(bytes).toBe(20_020_000);
  const answered = await Promise.race([client.query('SELECT 1').then(() => true), sleep(5_000).then(() => false)]);
  client.connection.stream.destroy();
  expect(answered).toBe(true);
});
