import type { CustomerFile } from '../../contract/customers.ts';
import { readCustomer } from '../accounts/members/require-customer.ts';
import { presentUser } from '../accounts/present-user.ts';
import { recordLook } from '../audit/record-look.ts';
import { getBillingSummary } from '../payments/billing/get-billing-summary.ts';
import type { Services } from '../services.ts';
import { findSubscriber } from '../subscriptions/manage/find-subscriber.ts';
import { presentAdminSubscription } from '../subscriptions/present-subscription.ts';

/** Returns a customer's page for staff and records the look in the trail. Throws 404. */
export async function getCustomer(
  services: Pick<Services, 'db' | 'clock'>,
  actorId: string,
  customerId: string,
): Promise<CustomerFile> {
  const { user, hasPassword } = await readCustomer(services.db, customerId);
  await recordLook(services, actorId, { subject: 'user', id: customerId });
  const [subscriber, billing] = await Promise.all([
    findSubscriber(services.db, customerId),
    getBillingSummary(services, customerId),
  ]);
  const subscription = subscriber ? presentAdminSubscription(subscriber) : null;
  return { customer: presentUser(user), hasPassword, subscription, billing };
}
