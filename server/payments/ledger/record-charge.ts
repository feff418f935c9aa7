import { v7 as newId } from 'uuid';
import type { Db } from '../../database/transaction.ts';
import type { ProviderPayment } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { insertHistory, type NewLine } from './store.ts';

type Charge = Omit<NewLine, 'id' | 'status' | 'createdAt' | 'card'> & { card: ProviderPayment['card'] };

/** Records a charge and has its receipt emailed. False when it is already recorded. */
export async function recordCharge(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { card, ...line }: Charge,
): Promise<boolean> {
  const lineId = newId();
  const createdAt = services.clock();
  const isNew = await insertHistory(trx, { ...line, id: lineId, status: 'succeeded', card: cardText(card), createdAt });
  if (isNew) await services.jobs.enqueue(trx, 'send-receipt', { lineId });
  return isNew;
}

/** "Visa ending in 4242", as receipts show it; null where the provider doesn't name the card. */
function cardText(card: ProviderPayment['card']): string | null {
  if (!card) return null;
  const brand = card.brand.replaceAll('_', ' ');
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${card.last4}`;
}
