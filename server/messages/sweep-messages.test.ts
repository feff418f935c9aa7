import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

test('messages that have ended are deleted after 13 months, and no others', async () => {
  const now = new Date('2027-12-24T12:00:00Z');
  const [old, recent] = [new Date('2026-11-22T12:00:00Z'), new Date('2026-11-25T12:00:00Z')];
  t.setNow(now);
  const subjectId = randomUUID();
  const add = async (revision: string, createdAt: Date, outcome: object) => {
    const about = { kind: 'done', channel: 'email', subject: 'pickup', subjectId, revision } as const;
    const row = { ...about, id: randomUUID(), recipientId: randomUUID(), details: '{}', createdAt, dueAt: createdAt };
    await t.db
      .insertInto('messages')
      .values({ ...row, ...outcome })
      .execute();
  };
  await add('sent', old, { sentAt: old });
  await add('dropped', old, { droppedAt: old, dropReason: 'the completion was undone' });
  await add('failed', old, { failedAt: old });
  await add('waiting', old, {});
  await add('recent', recent, { sentAt: recent });
  await t.services.jobs.enqueue(t.db, 'sweep-messages', {});
  await t.runJobs();
  const left = await t.db.selectFrom('messages').select('revision').where('subjectId', '=', subjectId).execute();
  expect(left.map(({ revision }) => revision).sort()).toEqual(['recent', 'waiting']);
});
