import { afterAll, beforeAll, beforeEach } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../accounts/people.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeStop } from '../pickups/stops.ts';

/** The app at a fixed time, with an admin, and with a new customer and driver for each test. */
export class DriverApp {
  t!: TestApp;
  admin!: Person;
  customer!: Person;
  driver!: Person;

  /** Books the customer's pickup and assigns it to the driver. Returns its id. */
  stop = (daysAhead = 0): Promise<string> => makeStop(this.t, { ...this, daysAhead });

  /** Completes stops as the driver. `press` are the times that the phone sends. */
  complete = (pickupIds: string[], press: { pressedAt?: string | undefined; sentAt?: unknown } = {}) =>
    this.t.call('POST', '/api/driver/complete-bulk', { token: this.driver.token, body: { pickupIds, ...press } });
}

/** Starts the app before the tests of a file, and closes it after them. */
export function setUpDriverApp(now: Date): DriverApp {
  const app = new DriverApp();
  beforeAll(async () => {
    app.t = await startTestApp();
    app.t.setNow(now);
    app.admin = await makeAdmin(app.t);
  });
  afterAll(async () => await app.t.close());
  beforeEach(async () => {
    app.t.setNow(now);
    app.customer = await makeCustomer(app.t);
    app.driver = await makeDriver(app.t);
    await staySignedIn(app.t);
  });
  return app;
}
