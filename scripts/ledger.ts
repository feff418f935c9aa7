import { parseArgs } from 'node:util';
import { addDays, instantOf, isDateKey } from '../contract/values/time/dates.ts';
import { readLedger } from '../server/payments/reconcile/read-ledger.ts';
import { compareCredits } from '../server/subscriptions/credits/compare-credits.ts';
import { fail, withServices } from './with-services.ts';

/**
 * `npm run ledger -- --from 2026-11-01 --to 2026-11-30`: prints charges, refunds and disputes of these New York days
 * (inclusive) and their total as CSV. Then compares our ledger and plan credits with the provider's. Prints each
 * difference, and ends with exit code 1 if there is one.
 */

const usage = 'Usage: npm run ledger -- --from YYYY-MM-DD --to YYYY-MM-DD';

function readSpan(args: string[]): { since: Date; until: Date } | undefined {
  try {
    const { from = '', to = '' } = parseArgs({
      args,
      options: { from: { type: 'string' }, to: { type: 'string' } },
    }).values;
    if (!isDateKey(from) || !isDateKey(to) || from > to) return undefined;
    return { since: instantOf(from, '00:00'), until: instantOf(addDays(to, 1), '00:00') };
  } catch {
    return undefined;
  }
}

const span = readSpan(process.argv.slice(2));
if (!span) fail(usage);
else {
  await withServices(async (services) => {
    const { csv, differences } = await readLedger(services, span);
    process.stdout.write(csv);
    const credits = await compareCredits(services, span);
    for (const difference of [...differences, ...credits]) fail(difference);
  });
}
