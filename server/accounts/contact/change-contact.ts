import type { z } from 'zod/mini';
import type { changeContact as declared } from '../../../contract/accounts/contact.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { moveToAddress } from '../../pickups/places/move-to-address.ts';
import { limitByKey } from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { changeServiceAddress } from '../../subscriptions/manage/change-service-address.ts';
import type { UserRow } from '../accounts.store.ts';
import { presentUser } from '../present-user.ts';
import { contactLimit } from '../rules.ts';
import { notSignedIn } from '../sign-in/authorize.ts';
import { lockContact, setContact } from './contact.store.ts';
import { readContact } from './read-contact.ts';

type Body = z.output<(typeof declared)['body']>;

/**
 * Changes a customer's phone number and the service address of the account and its live plan, and moves the chosen open
 * pickups there: all or nothing. Throws 400 (pickups without an address to move to), 409 (as `moveToAddress` does) and
 * 429.
 */
export async function changeContact(services: Services, customerId: string, body: Body) {
  await limitByKey(services, contactLimit, customerId);
  const { user, moved } = await inTransaction(services.db, (trx) => change(services, trx, customerId, body));
  return { user: presentUser(user), contact: await readContact(services, customerId), moved };
}

async function change(services: Services, trx: Db, customerId: string, body: Body) {
  const before = await lockContact(trx, customerId);
  if (!before) throw notSignedIn();
  const user = await saveProfile(services, trx, before, body);
  const plan = await changeServiceAddress(services, trx, customerId, {
    address: body.address,
    accountAddress: before.address,
  });
  const { pickupIds: ids = [], stayIds } = body;
  if (ids.length === 0 && !stayIds) return { user, moved: 0 };
  const address = body.address ?? plan?.address ?? before.address;
  if (!address) throw new Refusal(400, 'Address is required', { errors: { address: 'Address is required' } });
  return { user, moved: await moveToAddress(services, trx, { customerId, address, ids, stayIds }) };
}

/** Saves a changed phone number and address, with a line in the trail. Does nothing if neither differs. */
export async function saveProfile(
  services: Pick<Services, 'clock'>,
  trx: Db,
  before: UserRow,
  body: Pick<Body, 'phone' | 'address'>,
): Promise<UserRow> {
  const changes: { phone?: string; address?: string } = {};
  const details: Record<string, string> = {};
  for (const field of ['phone', 'address'] as const) {
    const to = body[field];
    if (to === undefined || to === before[field]) continue;
    changes[field] = to;
    details[field] = `${before[field] ?? 'none'} to ${to}`;
  }
  if (Object.keys(changes).length === 0) return before;
  const about = { actorId: before.id, subject: 'user', subjectId: before.id, action: 'edited' } as const;
  await recordChanges(services, trx, [{ ...about, details }]);
  return await setContact(trx, before.id, changes, services.clock());
}
