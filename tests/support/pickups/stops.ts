import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import type { Person } from '../accounts/people.ts';
import type { ApiResponse, TestApp } from '../app.ts';
import { bookUnpaid } from './bookings.ts';

interface Stop {
  customer: Person;
  admin: Person;
  driver: Person;
  /** Days after the services' current date. */
  daysAhead?: number;
}

/** Books a pickup and assigns it to a driver. Returns its id. */
export async function makeStop(t: TestApp, { customer, admin, driver, daysAhead = 0 }: Stop): Promise<string> {
  const scheduledDate = instantOf(addDays(dateKeyOf(t.services.clock()), daysAhead), '09:00').toISOString();
  const { id } = await bookUnpaid(t, customer.token, { scheduledDate });
  await assign(t, admin, id, driver);
  return id;
}

export async function assign(t: TestApp, admin: Person, id: string, driver: Person): Promise<void> {
  const body = { driverId: driver.id };
  const { status } = await t.call('POST', `/api/admin/pickups/${id}/assign`, { token: admin.token, body });
  if (status !== 200) throw new Error(`could not assign: ${status}`);
}

/** Reschedules a pickup without an email. */
export async function reschedule(t: TestApp, admin: Person, id: string, daysAhead: number): Promise<ApiResponse> {
  const newDate = addDays(dateKeyOf(t.services.clock()), daysAhead);
  const body = { newDate, shouldEmailCustomer: false };
  return await t.call('POST', `/api/admin/pickups/${id}/reschedule`, { token: admin.token, body });
}

/** Returns the pickup's row. */
export async function rowOf(t: TestApp, id: string) {
  return await t.db.selectFrom('pickups').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
