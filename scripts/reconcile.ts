import { parseArgs } from 'node:util';
import { instantOf, isDateKey } from '../contract/values/time/dates.ts';
import { reconcilePayments, retrySetAside } from '../server/payments/reconcile/reconcile-payments.ts';
import { renewSubscriptions } from '../server/subscriptions/billing/renew-subscriptions.ts';
import { compareCredits } from '../server/subscriptions/credits/compare-credits.ts';
import { sweepCredits } from '../server/subscriptions/credits/sweep-credits.ts';
import { fail, withServices } from './with-services.ts';

/**
 * `npm run reconcile [-- --from 2026-11-01]`: runs the scheduled reconciliation now and prints each repair. It also
 * retries events that were set aside, syncs plans whose paid period is over, and sends plan credits that the provider
 * lacks. Reads the provider's records of the last hours, or from that New York day on, and compares the credits of the
 * last day, or from that day on. Prints an error for each failure, and then ends with exit code 1.
 */

const dayMs = 24 * 60 * 60 * 1000;
const usage = 'Usage: npm run reconcile, or npm run reconcile -- --from YYYY-MM-DD';

function readStart(args: string[]): { since?: Date } | undefined {
  try {
    const { from } = parseArgs({ args, options: { from: { type: 'string' } } }).values;
    if (from === undefined) return {};
    return isDateKey(from) ? { since: instantOf(from, '00:00') } : undefined;
  } catch {
    return undefined;
  }
}

const start = readStart(process.argv.slice(2));
if (!start) fail(usage);
else {
  await withServices(async (services) => {
    const payments = await reconcilePayments(services, start.since);
    for (const line of payments.repaired) console.log(line);
    const events = await retrySetAside(services);
    for (const line of events.repaired) console.log(line);
    const plans = await renewSubscriptions(services);
    for (const line of plans.repaired) console.log(line);
    const credits = await sweepCredits(services);
    for (const line of credits.repaired) console.log(line);
    const repaired = [payments, events, plans, credits].reduce((sum, outcome) => sum + outcome.repaired.length, 0);
    console.log(`${repaired} repaired, ${plans.count} plans checked`);
    const failed = [...payments.failed, ...events.failed, ...plans.failed, ...credits.failed];
    const until = services.clock();
    const since = start.since ?? new Date(until.getTime() - dayMs);
    failed.push(...(await compareCredits(services, { since, until })));
    for (const failure of failed) fail(`not reconciled: ${failure}`);
  });
}
