import fc from 'fast-check';
import { addDays, type DateKey, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { renewSubscriptions } from '../../../server/subscriptions/billing/renew-subscriptions.ts';
import { applyDuePending } from '../../../server/subscriptions/change/apply-pending.ts';
import { clearEndedHolds } from '../../../server/subscriptions/hold/clear-ended-holds.ts';
import { sweepSubscriptions } from '../../../server/subscriptions/occurrences/sweep-subscriptions.ts';
import { type Person, staySignedIn } from '../accounts/people.ts';
import type { ApiResponse, TestApp } from '../app.ts';
import { stopsOf } from './subscriptions.ts';

/** Random steps in the life of a plan: what its customer, a dispatcher and the clock do. */

export const planStep = fc.record({
  what: fc.constantFrom(
    'day',
    'day',
    'sweep',
    'assign',
    'complete',
    'incomplete',
    'undo',
    'reopen',
    'move',
    'pause',
    'resume',
    'cancel',
    'price',
    'wish',
    'undo-wish',
    'hold',
    'back',
    'skip',
    'end-later',
    'keep',
  ),
  which: fc.nat(3),
  ahead: fc.nat(19),
});
export type PlanStep = typeof planStep extends fc.Arbitrary<infer Value> ? Value : never;

const wishes = [
  { preferredDay: 'sunday' },
  { preferredDay: 'wednesday' },
  { packageType: 'basic', preferredDay: 'tuesday' },
  { packageType: 'premium' },
  { packageType: 'clean-carry', preferredDay: 'saturday' },
] as const;

/** Runs the hourly jobs: they charge months, start packages, end holds and make stops. */
export async function sweepPlans({ services }: TestApp): Promise<void> {
  await renewSubscriptions(services);
  await applyDuePending(services);
  await clearEndedHolds(services);
  await sweepSubscriptions(services);
}

/** Sets the clock to 10:30 on a day. */
export async function goToDay(t: TestApp, day: DateKey): Promise<void> {
  t.setNow(instantOf(day, '10:30'));
  await staySignedIn(t);
}

/** Takes a step in a plan's life. Returns the server's response; undefined if nothing was sent. */
export async function takeStep(
  { t, admin, driver }: { t: TestApp; admin: Person; driver: Person },
  { what, which, ahead }: PlanStep,
  id: string,
): Promise<ApiResponse | undefined> {
  const { token } = admin;
  const today = dateKeyOf(t.services.clock());
  const stop = (await stopsOf(t, id)).filter((one) => one.status !== 'cancelled').at(-1 - which);
  const stopId = stop?.id ?? id;
  const edit = (body: unknown) => t.call('PATCH', `/api/admin/subscriptions/${id}`, { token, body });
  switch (what) {
    case 'day':
      await goToDay(t, addDays(today, ahead));
      return undefined;
    case 'sweep':
      await sweepPlans(t);
      return undefined;
    case 'assign':
      return await t.call('POST', `/api/admin/pickups/${stopId}/assign`, { token, body: { driverId: driver.id } });
    case 'complete':
      return await t.call('PATCH', `/api/admin/complete-pickup/${stopId}`, { token, body: {} });
    case 'incomplete':
      return await t.call('PATCH', `/api/admin/pickup-incomplete/${stopId}`, { token, body: {} });
    case 'undo':
    case 'reopen':
      // Stops of later days are left out: a dispatcher may reopen one on a weekday that is no longer the plan's.
      if ((stop?.scheduledDay ?? '') > today) return undefined;
      return await t.call('POST', `/api/admin/pickups/${stopId}/${what}`, { token, body: { reason: 'Wrong house' } });
    case 'move':
      return await t.call('POST', `/api/admin/pickups/${stopId}/reschedule`, {
        token,
        body: { newDate: addDays(today, ahead), shouldEmailCustomer: false },
      });
    case 'pause':
      return await edit({ status: 'paused' });
    case 'resume':
      return await edit({ status: 'active' });
    case 'cancel':
      return await t.call('DELETE', `/api/admin/subscriptions/${id}`, { token });
    case 'wish':
      return await t.call('POST', `/api/admin/subscriptions/${id}/change`, {
        token,
        body: wishes[ahead % wishes.length],
      });
    case 'undo-wish':
      return await t.call('POST', `/api/admin/subscriptions/${id}/undo-change`, { token });
    case 'hold': {
      const days = { from: addDays(today, 1 + which), until: addDays(today, 15 + which + ahead) };
      const seen = await t.call('GET', `/api/admin/subscriptions/${id}/hold-preview`, { token, query: days });
      if (seen.status !== 200) return seen;
      const body = { ...days, expectedCredit: seen.body.credit };
      return await t.call('POST', `/api/admin/subscriptions/${id}/hold`, { token, body });
    }
    case 'back':
      return await t.call('POST', `/api/admin/subscriptions/${id}/back-early`, {
        token,
        body: { on: addDays(today, 1 + which) },
      });
    case 'skip':
      return await t.call('POST', `/api/admin/subscriptions/${id}/skip`, {
        token,
        body: { day: stop?.occurrenceDate ?? today },
      });
    case 'end-later': {
      const seen = await t.call('GET', `/api/admin/subscriptions/${id}/cancel-preview`, { token });
      if (seen.status !== 200) return seen;
      const body = { expectedEnd: seen.body.endsAt };
      return await t.call('POST', `/api/admin/subscriptions/${id}/cancel`, { token, body });
    }
    case 'keep':
      return await t.call('POST', `/api/admin/subscriptions/${id}/undo-cancel`, { token });
    case 'price':
      return await edit({ pricePerMonth: which % 2 === 0 ? '35.00' : '150.00' });
  }
}
