import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAdmin, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { checkLines, importLine } from '../../tests/support/imports.ts';
import { runImport } from './run-import.ts';
import { undoImport } from './undo-import.ts';

/** Tests with a process that is killed in the middle of an import or an undo, as by a power cut. */

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());

const rowCount = 60;

/** Runs the work in its own process and kills that process once `isFarEnough` returns true. */
async function killWhile(work: 'run-import' | 'undo-import', batchId: string, isFarEnough: () => Promise<boolean>) {
  const [file, name] = work === 'run-import' ? ['run-import.ts', 'runImport'] : ['undo-import.ts', 'undoImport'];
  const module = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  const script = `
    const { openDatabase } = await import(${module('../database/connect.ts')});
    const { ${name} } = await import(${module(file)});
    const { db } = openDatabase(process.env.URL, { warn() {} });
    const clock = () => new Date();
    await ${name}({ db, clock, log: console, jobs: { enqueue: async () => {}, kick() {} } }, ${JSON.stringify(batchId)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, URL: t.databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await isFarEnough()) && child.exitCode === null) await sleep(1);
  child.kill('SIGKILL');
  await ended;
}

const countOutcomes = async (batchId: string, outcome: 'made' | 'undone') => {
  const rows = await t.db
    .selectFrom('import_rows')
    .select(['number', 'customerId'])
    .where('batchId', '=', batchId)
    .where('outcome', '=', outcome)
    .execute();
  return rows.length;
};

it('continues where it stopped: every row is imported once, and undone once', async () => {
  const lines = Array.from({ length: rowCount }, (_, at) => importLine(at % 2 === 0 ? { package: 'Basic' } : {}));
  const { id } = await checkLines(t, admin, lines);
  await t.db
    .updateTable('import_batches')
    .set({ state: 'running', startedBy: admin.id })
    .where('id', '=', id)
    .execute();

  await killWhile('run-import', id, async () => (await countOutcomes(id, 'made')) > 10);
  const made = await countOutcomes(id, 'made');
  expect(made).toBeGreaterThan(10);
  expect(made).toBeLessThan(rowCount);
  // Two workers run at once, as they may after a late heartbeat.
  await Promise.all([runImport(t.services, id), runImport(t.services, id)]);
  const customers = await t.db.selectFrom('users').select('id').where('role', '=', 'customer').execute();
  const plans = await t.db.selectFrom('imported_plans').select('id').where('batchId', '=', id).execute();
  expect([customers.length, plans.length, await countOutcomes(id, 'made')]).toEqual([rowCount, rowCount / 2, rowCount]);
  const { body } = await t.call('GET', `/api/admin/imports/${id}`, { token: admin.token });
  expect(body).toMatchObject({ state: 'done', done: rowCount, results: { made: rowCount } });

  await t.db.updateTable('import_batches').set({ state: 'undoing' }).where('id', '=', id).execute();
  await killWhile('undo-import', id, async () => (await countOutcomes(id, 'undone')) > 10);
  expect(await countOutcomes(id, 'undone')).toBeLessThan(rowCount);
  await undoImport(t.services, id);
  expect(await countOutcomes(id, 'undone')).toBe(rowCount);
  const left = await t.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'customer')
    .where('deletedAt', 'is', null)
    .execute();
  expect(left).toEqual([]);
});
