import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { trailOf } from '../../../tests/support/trail.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  customer = await makeCustomer(t);
});

const path = (id = customer.id) => `/api/admin/customers/${id}/notes`;
const add = (text: unknown, noteKey: unknown = randomUUID(), token: string | undefined = admin.token) =>
  t.call('POST', path(), { token, body: { text, noteKey } });
const remove = (noteId: string, token: string | undefined = admin.token) =>
  t.call('DELETE', `${path()}/${noteId}`, { token });
const list = async () => (await t.call('GET', path(), { token: admin.token })).body;
const trail = async () => {
  const lines = await trailOf(t, admin, 'user', customer.id);
  return lines.filter((line) => line.action.startsWith('note_'));
};

describe('notes about a customer', () => {
  it('are for admins alone', async () => {
    const { body: note } = await add('Rings twice.');
    for (const [person, status] of [
      [undefined, 401],
      [await makeDriver(t), 403],
      [customer, 403],
    ] as const) {
      const body = { text: 'Hi', noteKey: randomUUID() };
      expect((await t.call('POST', path(), { token: person?.token, body })).status).toBe(status);
      const own = { token: person?.token };
      expect((await t.call('DELETE', `${path()}/${note.id}`, own)).status).toBe(status);
    }
    const me = await t.call('GET', '/api/me', { token: customer.token });
    expect(JSON.stringify(me.body)).not.toContain('Rings twice');
  });

  it('have an author and a time, the newest first, and leave a line that does not hold the text', async () => {
    t.setNow(new Date('2026-11-21T17:00:00Z'));
    const first = await add('  Gate code 4411.\nBeware of the dog. ');
    expect(first).toMatchObject({
      status: 201,
      body: {
        text: 'Gate code 4411.\nBeware of the dog.',
        author: 'Pat Example',
        createdAt: '2026-11-21T17:00:00.000Z',
      },
    });
    t.setNow(new Date('2026-11-21T17:01:00Z'));
    await add('x'.repeat(1000));
    expect((await list()).map((note: { text: string }) => note.text.length)).toEqual([1000, 34]);
    const other = await makeAdmin(t);
    expect(await remove(first.body.id, other.token)).toMatchObject({ status: 200, body: { success: true } });
    expect(await list()).toHaveLength(1);
    const lines = await trail();
    expect(lines).toMatchObject([
      { action: 'note_removed', actorUsername: other.username, details: { author: 'Pat Example' } },
      { action: 'note_added', actorUsername: admin.username },
      { action: 'note_added' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('4411');
  });

  it('are added once for one key, and removed once by two admins', async () => {
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 5 }, () => add('Once.', key)));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`))).toEqual(new Set([`201 ${key}`]));
    expect((await add('Something else.', key)).status).toBe(409);
    expect(await list()).toHaveLength(1);
    const other = await makeAdmin(t);
    const removals = await Promise.all([remove(key), remove(key, other.token)]);
    expect(removals.map((response) => response.status).sort()).toEqual([200, 404]);
    expect(await trail()).toHaveLength(2);
  });

  it("refuse an empty or long text, a bad key, an unknown customer and another customer's note", async () => {
    expect(await add('   ')).toMatchObject({ status: 400, body: { errors: { text: 'Please write a note' } } });
    expect(await add('x'.repeat(1001))).toMatchObject({ status: 400, body: { errors: { text: expect.any(String) } } });
    expect((await add('Hi', 'no-key')).status).toBe(400);
    const body = { text: 'Hi', noteKey: randomUUID() };
    expect((await t.call('POST', path(randomUUID()), { token: admin.token, body })).status).toBe(404);
    const { body: note } = await add('Mine.');
    customer = await makeCustomer(t);
    expect((await remove(note.id)).status).toBe(404);
    expect((await remove(randomUUID())).status).toBe(404);
  });
});
