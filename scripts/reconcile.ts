import { reconcilePayments } from '../server/payments/reconcile-payments.ts';
import { renewSubscriptions } from '../server/subscriptions/renew-subscriptions.ts';
import { fail, withServices } from './with-services.ts';

/** `npm run reconcile`: does at once what the jobs do by the clock, and prints what it mended, a line each. */

if (process.argv.length > 2) fail('Use: npm run reconcile');
else {
  await withServices(async (services) => {
    const mended = await reconcilePayments(services);
    for (const line of mended) console.log(line);
    const plans = await renewSubscriptions(services);
    console.log(`${mended.length} mended, ${plans} plans looked at`);
  });
}
