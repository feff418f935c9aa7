import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { makeStop, rowOf } from '../../tests/support/pickups/stops.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
let driver: Person;
const day = '2026-11-23';
const monday = new Date(`${day}T14:00:00Z`);
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(monday);
  [admin, customer] = [await makeAdmin(t), await makeCustomer(t)];
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(monday);
  driver = await makeDriver(t);
  await t.db.deleteFrom('rate_limits').execute();
  await t.db.updateTable('pickups').set({ status: 'cancelled', customerRating: null }).execute();
});

const minute = 60_000;
const dayMs = 24 * 60 * minute;
/** Sets the clock to this many milliseconds after the completion. */
const sinceDone = async (ms: number) => {
  t.setNow(new Date(monday.getTime() + ms));
  await staySignedIn(t);
};
const rate = (id: string, body: unknown, token = customer.token) =>
  t.call('POST', `/api/pickups/${id}/rating`, { token, body });
const complete = (id: string) => t.call('PATCH', `/api/admin/complete-pickup/${id}`, { token: admin.token });
const stop = () => makeStop(t, { customer, admin, driver });
const completed = async () => {
  const id = await stop();
  await complete(id);
  return id;
};
const averageOf = async ({ id }: Person) => {
  await t.runJobs();
  const rows = await t.db.selectFrom('driver_metrics').selectAll().where('driverId', '=', id).execute();
  return rows.map(({ date, averageRating }) => [date, averageRating]);
};
const trailOf = async (id: string) =>
  (await t.call('GET', '/api/admin/history', { token: admin.token, query: { subject: 'pickup', id } })).body.filter(
    ({ action }: { action: string }) => action === 'rated',
  );
const lowRatings = async () =>
  (await t.call('GET', '/api/admin/attention', { token: admin.token })).body.kinds.find(
    ({ kind }: { kind: string }) => kind === 'low-rating',
  )?.items ?? [];

describe('POST /api/pickups/:id/rating', () => {
  it("refuses a stranger, a wrong role, another customer's pickup and an unknown one", async () => {
    const id = await completed();
    await sinceDone(3 * minute);
    expect((await t.call('POST', `/api/pickups/${id}/rating`, { body: { rating: 5 } })).status).toBe(401);
    for (const { token } of [admin, driver]) expect((await rate(id, { rating: 5 }, token)).status).toBe(403);
    const neighbor = await makeCustomer(t);
    expect((await rate(id, { rating: 5 }, neighbor.token)).status).toBe(404);
    for (const unknown of [randomUUID(), 'nonsense']) expect((await rate(unknown, { rating: 5 })).status).toBe(404);
    expect(await rowOf(t, id)).toMatchObject({ customerRating: null, ratedAt: null });
  });

  it('takes 1 to 5 and a comment of up to 500 characters', async () => {
    const id = await completed();
    await sinceDone(3 * minute);
    for (const rating of [0, 6, 2.5, '5', null, undefined]) {
      expect(await rate(id, { rating })).toMatchObject({
        status: 400,
        body: { message: 'Please choose 1 to 5 stars', errors: { rating: 'Please choose 1 to 5 stars' } },
      });
    }
    expect((await rate(id, { rating: 5, comment: 'x'.repeat(501) })).body.errors).toHaveProperty('comment');
    expect((await rate(id, { rating: 5, comment: 7 })).status).toBe(400);
    expect((await rowOf(t, id)).customerRating).toBeNull();
    expect(await rate(id, { rating: 5, comment: ` ${'x'.repeat(500)} ` })).toMatchObject({
      status: 200,
      body: { id, customerRating: 5, ratingComment: 'x'.repeat(500), driverNotes: null },
    });
  });

  it.each([
    ['an open pickup', async () => {}],
    ['one with an issue', (id: string) => t.call('PATCH', `/api/admin/pickup-issue/${id}`, { token: admin.token })],
    [
      'an incomplete one',
      (id: string) => t.call('PATCH', `/api/admin/pickup-incomplete/${id}`, { token: admin.token }),
    ],
    ['a cancelled one', (id: string) => t.call('DELETE', `/api/admin/pickups/${id}`, { token: admin.token })],
  ])('returns 409 for %s', async (_name, make: (id: string) => Promise<unknown>) => {
    const id = await stop();
    await make(id);
    await sinceDone(3 * minute);
    expect(await rate(id, { rating: 5 })).toMatchObject({ status: 409, body: { code: 'not_completed' } });
  });

  it('returns 409 for a visit that was judged missed, but takes a rating of the next one', async () => {
    const judgedMissed = async (id: string) => {
      const body = { message: 'The bags are still here' };
      const { report } = (await t.call('POST', `/api/pickups/${id}/missed-report`, { token: customer.token, body }))
        .body;
      const path = `/api/admin/missed-reports/${report.id}/decision`;
      expect((await t.call('POST', path, { token: admin.token, body: { decision: 'missed' } })).status).toBe(200);
    };
    const id = await completed();
    await judgedMissed(id);
    await sinceDone(3 * minute);
    const message = "This pickup was missed, so it can't be rated.";
    expect(await rate(id, { rating: 5 })).toMatchObject({ status: 409, body: { code: 'missed', message } });
    expect((await rowOf(t, id)).customerRating).toBeNull();

    const again = await stop();
    const body = { reason: 'not-out' };
    await t.call('POST', `/api/driver/pickups/${again}/incomplete`, { token: driver.token, body });
    await judgedMissed(again);
    await sinceDone(dayMs);
    await complete(again);
    await sinceDone(dayMs + 3 * minute);
    expect(await rate(again, { rating: 5 })).toMatchObject({ status: 200, body: { customerRating: 5 } });
  });

  it('opens when the completion can no longer be undone and ends seven days after it', async () => {
    const id = await completed();
    await sinceDone(2 * minute - 1);
    expect(await rate(id, { rating: 5 })).toMatchObject({ status: 409, body: { code: 'too_early' } });
    const { body } = await t.call('GET', '/api/pickups', { token: customer.token, query: { status: 'completed' } });
    expect(body[0]).toMatchObject({
      id,
      rateFrom: '2026-11-23T14:02:00.000Z',
      rateUntil: '2026-11-30T14:00:00.000Z',
    });
    await sinceDone(2 * minute);
    expect((await rate(id, { rating: 5 })).status).toBe(200);
    await sinceDone(7 * dayMs - 1);
    expect((await rate(id, { rating: 4 })).status).toBe(200);
    await sinceDone(7 * dayMs);
    expect(await rate(id, { rating: 3 })).toMatchObject({ status: 409, body: { code: 'too_late' } });
    expect((await rowOf(t, id)).customerRating).toBe(4);
  });

  it.each(['2026-03-08', '2026-11-01'])('stays open for 168 hours over the clock change of %s', async (change) => {
    const completedAt = new Date(Date.parse(`${change}T14:00:00Z`) - 2 * dayMs);
    t.setNow(completedAt);
    await staySignedIn(t);
    const id = await completed();
    t.setNow(new Date(completedAt.getTime() + 7 * dayMs - 1));
    await staySignedIn(t);
    expect((await rate(id, { rating: 5 })).status).toBe(200);
    t.setNow(new Date(completedAt.getTime() + 7 * dayMs));
    expect((await rate(id, { rating: 4 })).status).toBe(409);
  });

  it('can be changed; without a comment the earlier one stays, and a blank one removes it', async () => {
    const id = await completed();
    await sinceDone(3 * minute);
    await rate(id, { rating: 2, comment: 'Bags left' });
    expect((await rate(id, { rating: 3 })).body).toMatchObject({ customerRating: 3, ratingComment: 'Bags left' });
    // A double press sends the same rating again.
    await rate(id, { rating: 3, comment: 'Bags left' });
    expect((await rate(id, { rating: 3, comment: '  ' })).body.ratingComment).toBeNull();
    expect((await trailOf(id)).map(({ details }: { details: unknown }) => details)).toEqual([
      { rating: '3' },
      { rating: '3', comment: 'Bags left' },
      { rating: '2', comment: 'Bags left' },
    ]);
  });

  it('is saved once when two tabs send the same rating', async () => {
    const id = await completed();
    await sinceDone(3 * minute);
    const responses = await Promise.all([1, 2, 3, 4].map(() => rate(id, { rating: 4 })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await trailOf(id)).toHaveLength(1);
  });

  it('is limited to 60 an hour', async () => {
    const id = await completed();
    await sinceDone(3 * minute);
    for (let count = 0; count < 60; count++) expect((await rate(id, { rating: (count % 5) + 1 })).status).toBe(200);
    expect((await rate(id, { rating: 5 })).status).toBe(429);
  });

  it("isn't shown to the driver", async () => {
    const id = await completed();
    await sinceDone(3 * minute);
    await rate(id, { rating: 1, comment: 'Rude' });
    for (const path of ['/api/driver/route', '/api/pickups']) {
      const { status, body } = await t.call('GET', path, { token: driver.token });
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain('"customerRating":null');
      expect(JSON.stringify(body)).not.toContain('Rude');
    }
    const { body } = await t.call('GET', `/api/admin/pickups/${id}`, { token: admin.token });
    expect(body).toMatchObject({ customerRating: 1, ratingComment: 'Rude' });
  });
});

describe("the driver's average", () => {
  it("is the mean of the day's ratings and changes with them", async () => {
    const [first, second] = [await completed(), await completed()];
    await sinceDone(3 * minute);
    expect(await averageOf(driver)).toEqual([[day, null]]);
    await rate(first, { rating: 5 });
    await rate(second, { rating: 4 });
    expect(await averageOf(driver)).toEqual([[day, '4.50']]);
    await rate(second, { rating: 1 });
    expect(await averageOf(driver)).toEqual([[day, '3.00']]);
  });

  it('is the mean without a rating whose completion was reopened, which is cleared', async () => {
    const [kept, reopened] = [await completed(), await completed()];
    await sinceDone(3 * minute);
    await rate(kept, { rating: 5 });
    await rate(reopened, { rating: 1, comment: 'Not picked up' });
    const body = { reason: 'Wrong house' };
    expect((await t.call('POST', `/api/admin/pickups/${reopened}/reopen`, { token: admin.token, body })).status).toBe(
      200,
    );
    expect(await averageOf(driver)).toEqual([[day, '5.00']]);
    expect(await rowOf(t, reopened)).toMatchObject({ customerRating: null, ratingComment: null, ratedAt: null });
    expect(await rate(reopened, { rating: 1 })).toMatchObject({ status: 409, body: { code: 'not_completed' } });
    await complete(reopened);
    expect(await rate(reopened, { rating: 1 })).toMatchObject({ status: 409, body: { code: 'too_early' } });
  });

  it('agrees with the row when a rating races with a dispatcher who reopens the pickup', async () => {
    const id = await completed();
    await sinceDone(3 * minute);
    const body = { reason: 'Wrong house' };
    const [rated, reopened] = await Promise.all([
      rate(id, { rating: 1 }),
      t.call('POST', `/api/admin/pickups/${id}/reopen`, { token: admin.token, body }),
    ]);
    expect([200, 409]).toContain(rated.status);
    expect(reopened.status).toBe(200);
    expect(await rowOf(t, id)).toMatchObject({ status: 'assigned', customerRating: null });
    expect(await averageOf(driver)).toEqual([[day, null]]);
  });
});

describe('Needs attention', () => {
  it('lists ratings of 1 and 2 with their words, until they are 14 days old', async () => {
    const [worst, low, fair] = [await completed(), await completed(), await completed()];
    await sinceDone(3 * minute);
    await rate(worst, { rating: 1 });
    await sinceDone(4 * minute);
    await rate(low, { rating: 2, comment: 'Bags left' });
    await rate(fair, { rating: 3 });
    expect(await lowRatings()).toMatchObject([
      { pickup: { id: low, customerRating: 2, ratingComment: 'Bags left' }, customer: { id: customer.id } },
      { pickup: { id: worst }, driver: { id: driver.id } },
    ]);
    await sinceDone(3 * minute + 14 * dayMs);
    expect(await lowRatings()).toMatchObject([{ pickup: { id: low } }]);
    await sinceDone(4 * minute + 14 * dayMs);
    expect(await lowRatings()).toEqual([]);
  });

  it('drops a rating that was raised or dismissed, and lists a changed one again', async () => {
    const id = await completed();
    await sinceDone(3 * minute);
    await rate(id, { rating: 1 });
    const dismiss = async () => {
      const [{ key, state }] = await lowRatings();
      const body = { key, state, word: 'Called them' };
      expect((await t.call('POST', '/api/admin/attention/dismiss', { token: admin.token, body })).status).toBe(200);
    };
    await dismiss();
    expect(await lowRatings()).toEqual([]);
    await sinceDone(5 * minute);
    await rate(id, { rating: 1, comment: 'Still waiting' });
    expect(await lowRatings()).toHaveLength(1);
    await rate(id, { rating: 5 });
    expect(await lowRatings()).toEqual([]);
  });
});
