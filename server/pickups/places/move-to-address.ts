import { maxOpenPickups } from '../../../contract/accounts/contact.ts';
import { whyNoMove } from '../../../contract/values/change-policy.ts';
import { locateAddress } from '../../addresses/locate-address.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { changeFactsOf } from '../change-terms.ts';
import type { PickupRow } from '../pickup-row.ts';
import { describeDay } from '../rules.ts';
import { listOpenOf, lockOwn, lockUnfinishedOf, setAddress } from './open-pickups.store.ts';

type PolicyServices = Pick<Services, 'clock' | 'settings'>;

/** Lists a customer's open pickups, earliest first. */
export async function listOpenPickups(db: Db, customerId: string, limit: number): Promise<PickupRow[]> {
  return await listOpenOf(db, customerId, limit);
}

/** Lists and locks a customer's pickups that aren't completed or cancelled, earliest first. */
export async function lockUnfinishedPickups(trx: Db, customerId: string): Promise<PickupRow[]> {
  return await lockUnfinishedOf(trx, customerId);
}

/** Returns a sentence saying why a pickup can no longer move to another address; null before its cut-off. */
export function whyPickupStays(services: PolicyServices, pickup: PickupRow): string | null {
  // Routes start after every cut-off, so the driver's progress doesn't matter here.
  return whyNoMove(changeFactsOf(services, pickup, { hasStarted: false, stopsAhead: null }));
}

interface Move {
  customerId: string;
  address: string;
  ids: readonly string[];
  /** The pickups that stay at their address by the customer's choice; undefined if the client doesn't send them. */
  stayIds: readonly string[] | undefined;
}

/**
 * Moves a customer's own pickups to another address, in the transaction of the caller, who has locked the customer's
 * plan. The pickups keep their driver but leave their routes, because the travel times change. Pickups that are already
 * at the address don't change. Returns how many moved. Throws 409 `cannot_move` (naming each pickup that can't) or
 * `pickups_changed` (the customer has not seen an open pickup).
 */
export async function moveToAddress(services: Services, trx: Db, move: Move): Promise<number> {
  const { customerId, address, ids, stayIds } = move;
  const own = new Map((await lockOwn(trx, customerId, ids)).map((pickup) => [pickup.id, pickup]));
  requireMovable(services, ids, own);
  const before = [...own.values()].filter((pickup) => ids.includes(pickup.id) && pickup.address !== address);
  // The client lists at most this many pickups. The others keep their address.
  if (stayIds && own.size <= maxOpenPickups) {
    const known = new Set([...ids, ...stayIds]);
    const isNew = (pickup: PickupRow) => !known.has(pickup.id) && whyPickupStays(services, pickup) === null;
    if ([...own.values()].some(isNew)) throw pickupsChanged();
  }
  if (before.length === 0) return 0;
  const place = { address, ...(await locateAddress(services, trx, address)) };
  const beforeIds = before.map(({ id }) => id);
  const moved = await setAddress(trx, beforeIds, place, services.clock());
  const movedById = new Map(moved.map((pickup) => [pickup.id, pickup]));
  const after = before.map((pickup) => movedById.get(pickup.id) ?? pickup);
  await services.afterPickupChange(services, trx, { kind: 'readdressed', actorId: customerId, before, after });
  return after.length;
}

/** Throws 409 `cannot_move` when any of the pickups can't move, and names each of these. */
function requireMovable(services: PolicyServices, ids: readonly string[], own: ReadonlyMap<string, PickupRow>): void {
  const reasons = ids.flatMap((id) => {
    const pickup = own.get(id);
    // Doesn't reveal whether the pickup is another customer's.
    if (!pickup) return [`You have no pickup ${id.slice(-8)}.`];
    const why = whyPickupStays(services, pickup);
    return why === null ? [] : [`${describeDay(pickup)}: ${why}`];
  });
  if (reasons.length === 0) return;
  const message = reasons.join(' ');
  throw new Refusal(409, message, { code: 'cannot_move', errors: { pickupIds: message } });
}

function pickupsChanged(): Refusal {
  return new Refusal(409, 'Your pickups have changed. Please choose again which ones move.', {
    code: 'pickups_changed',
  });
}
