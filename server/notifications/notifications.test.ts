import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCustomer, makeDriver, type Person } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

let t: TestApp;
let person: Person;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  person = await makeCustomer(t);
});

const list = (token: string | undefined) => t.call('GET', '/api/notifications', { token });
const markRead = (token: string | undefined, id: string) => t.call('POST', `/api/notifications/${id}/read`, { token });
const markAll = (token: string | undefined) => t.call('POST', '/api/notifications/read-all', { token });

async function notify(userId: string, title: string): Promise<void> {
  const message = 'Your pickup has a driver.';
  const notice = { userId, title, message, type: 'pickup', actionUrl: '/dashboard' };
  await t.services.messages.notify(t.services, t.db, [notice]);
  await t.runJobs();
}

describe('notifications', () => {
  it('require a session', async () => {
    for (const response of [await list(undefined), await markRead(undefined, randomUUID()), await markAll(undefined)]) {
      expect(response.status).toBe(401);
    }
  });

  it("do not include another person's", async () => {
    await notify(person.id, 'Mine');
    const { body } = await list(person.token);
    const other = await makeDriver(t);
    expect((await list(other.token)).body).toEqual({ unread: 0, notifications: [] });
    expect((await markRead(other.token, body.notifications[0].id)).status).toBe(404);
    expect((await markRead(person.token, randomUUID())).status).toBe(404);
    expect((await markRead(person.token, 'nothing')).status).toBe(404);
    await markAll(other.token);
    expect((await list(person.token)).body.unread).toBe(1);
  });

  it('are added by a job, listed newest first, and marked read one by one', async () => {
    await notify(person.id, 'First');
    await notify(person.id, 'Second');
    const { body } = await list(person.token);
    expect(body.unread).toBe(2);
    expect(body.notifications.map((item: { title: string }) => item.title)).toEqual(['Second', 'First']);
    expect(body.notifications[0]).toEqual({
      id: expect.any(String),
      title: 'Second',
      message: 'Your pickup has a driver.',
      type: 'pickup',
      isRead: false,
      actionUrl: '/dashboard',
      createdAt: expect.any(String),
    });
    const read = await markRead(person.token, body.notifications[0].id);
    expect(read).toMatchObject({ status: 200, body: { title: 'Second', isRead: true } });
    expect((await markRead(person.token, body.notifications[0].id)).status).toBe(200);
    expect((await list(person.token)).body.unread).toBe(1);
  });

  it('list the latest 50 and count every unread one', async () => {
    const rows = Array.from({ length: 55 }, (_, index) => ({
      id: randomUUID(),
      userId: person.id,
      title: `Number ${index}`,
      message: 'x',
      type: 'pickup',
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
    }));
    await t.db.insertInto('notifications').values(rows).execute();
    const { body } = await list(person.token);
    expect(body.unread).toBe(55);
    expect(body.notifications).toHaveLength(50);
    expect(body.notifications[0].title).toBe('Number 54');
    expect(await markAll(person.token)).toMatchObject({ status: 200, body: { success: true } });
    expect((await list(person.token)).body.unread).toBe(0);
  });
});
