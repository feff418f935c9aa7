import { assemble } from '../../../server/assemble.ts';
import type { Services } from '../../../server/services.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../accounts/people.ts';
import { callApp, startTestApp, type TestApp } from '../app.ts';
import { emptyMoneyTables } from '../database/empty-money-tables.ts';
import { crashingDatabase, crashingProvider, type Machine } from '../processes/crashes.ts';
import { startStripeStandIn } from '../stripe/stand-in.ts';
import { type Call, type PlanCalendar, simulatedCalendar, stripeCalendar } from './calendar.ts';

/** A server whose processes can die at every step, a provider, and a clock that the test moves. */
export interface PlanWorld {
  readonly t: TestApp;
  /** The services of the app's processes. */
  readonly services: Services;
  readonly machine: Machine;
  readonly provider: PlanCalendar;
  readonly admin: Person;
  readonly driver: Person;
  /** Sends a request to the app, whose processes can die. */
  readonly call: Call;
  setNow(now: Date): void;
  /** Deletes all plans, pickups and payments, here and at the provider, and makes a customer. */
  reset(now: Date): Promise<Person>;
  /** The app's logged errors. */
  readonly errors: unknown[];
  close(): Promise<void>;
}

export async function openPlanWorld(name: PlanCalendar['name']): Promise<PlanWorld> {
  const standIn = name === 'stripe' ? await startStripeStandIn() : undefined;
  const most = { MAX_OPEN_PAYMENTS: '9999', MAX_PAYMENTS_PER_HOUR: '9999', MAX_CARD_FORMS: '9999' };
  const t = await startTestApp({ STAFF_IDLE_HOURS: 'off', ...most, ...standIn?.env });
  const { db, machine, close } = crashingDatabase(t.databaseUrl);
  const errors: unknown[] = [];
  const log = { info: () => {}, warn: () => {}, error: (details: object) => errors.push(details) } as Services['log'];
  const services = { ...t.services, db, log, payments: crashingProvider(t.services.payments, machine) };
  const app = await assemble(services, { logger: undefined, responses: 'check', webDir: undefined, pools: {} });
  const provider = standIn ? stripeCalendar(standIn, t) : simulatedCalendar(t);
  const [admin, driver] = [await makeAdmin(t), await makeDriver(t)];
  const setNow = (now: Date) => {
    t.setNow(now);
    provider.setNow(now);
  };
  return {
    ...{ t, services, machine, provider, admin, driver, errors, setNow },
    call: async (method, path, options) => await callApp(app, method, path, options),
    async reset(now) {
      await emptyMoneyTables(t.db);
      provider.reset();
      setNow(now);
      const customer = await makeCustomer(t);
      await staySignedIn(t);
      return customer;
    },
    async close() {
      await app.close();
      await close();
      await t.close();
      await provider.close();
    },
  };
}
