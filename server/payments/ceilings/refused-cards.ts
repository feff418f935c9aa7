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

/** A person who tries many cards may be testing stolen ones. */
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
 * Charges a card where we learn immediately whether it was refused. The attempt is counted before it is made, so that parallel
 * ones can't exceed the ceiling, and taken back unless the card was refused: `wasRefused` says so of a result, and a 402
 * Refusal does. Throws 429 instead of trying another card after too many.
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

/** Throws 429 while too many cards were refused: the provider's own card form could try more. */
export async function requireAcceptedCards(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  caller: Caller,
): Promise<void> {
  await requireBelowCeiling(services, ceilingOf(services.settings), caller);
}

/**
 * Counts a card that was refused in the provider's own form. The one that uses up the ceiling enqueues the closing of the
 * customer's open payments, because that form takes any number of cards.
 */
export async function countRefusedCard(
  services: Pick<Services, 'clock' | 'settings' | 'jobs'>,
  trx: Db,
  customerId: string,
): Promise<void> {
  const isFull = await countPerHour({ db: trx, clock: services.clock }, ceilingOf(services.settings), customerId);
  if (isFull) await services.jobs.enqueue(trx, 'close-open-payments', { customerId });
}
