import type { Db } from '../../database/transaction.ts';
import {
  type Caller,
  countPerHour,
  type HourlyCeiling,
  limitPerHour,
  requireBelowCeiling,
} from '../../rate-limits/limit-attempts.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';

/** Returns the ceiling of refused cards. A person who tries many cards may be testing stolen ones. */
function ceilingOf({ ceilings, supportPhone }: Services['settings']): HourlyCeiling {
  return {
    name: 'refused-card',
    perPerson: ceilings.refusedCards,
    perAddress: ceilings.perAddress,
    message: `Too many cards were declined. Please ask your bank, then try again in an hour. Questions? Call ${supportPhone}.`,
    code: 'too_many_refused_cards',
  };
}

/**
 * Makes an attempt that shows immediately whether the card is refused. Counts the attempt before making it, so that
 * parallel attempts can't exceed the ceiling, and reverts the count unless the card was refused. It was refused if
 * `wasRefused` returns true for the result, or if `attempt` throws a 402 Refusal other than `card_not_saved`. Throws
 * 429 when too many cards were refused.
 */
export async function tryCard<T>(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  caller: Caller,
  attempt: () => Promise<T>,
  wasRefused: (result: T) => boolean,
): Promise<T> {
  const { uncount } = await limitPerHour(services, ceilingOf(services.settings), caller);
  let isRefused = false;
  try {
    const result = await attempt();
    isRefused = wasRefused(result);
    return result;
  } catch (error) {
    isRefused = error instanceof Refusal && error.status === 402 && error.code !== 'card_not_saved';
    throw error;
  } finally {
    if (!isRefused) await uncount();
  }
}

/** Throws 429 when too many cards were refused in the last hour, because the provider's own form could try more. */
export async function requireAcceptedCards(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  caller: Caller,
): Promise<void> {
  await requireBelowCeiling(services, ceilingOf(services.settings), caller);
}

/**
 * Counts a card that was refused in the provider's own form. When the ceiling is used up, enqueues the closing of the
 * customer's open payments, because that form accepts any number of cards.
 */
export async function countRefusedCard(
  services: Pick<Services, 'clock' | 'settings' | 'jobs'>,
  trx: Db,
  customerId: string,
): Promise<void> {
  const isFull = await countPerHour({ db: trx, clock: services.clock }, ceilingOf(services.settings), customerId);
  if (isFull) await services.jobs.enqueue(trx, 'close-open-payments', { customerId });
}
