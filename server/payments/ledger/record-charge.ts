import { v7 as newId } from 'uuid';
import { cardText } from '../../../contract/values/card-text.ts';
import type { Db } from '../../database/transaction.ts';
import type { ProviderPayment } from '../../external/payments/payment-provider.ts';
import type { Services } from '../../services.ts';
import { insertHistory, type NewLine } from './ledger.store.ts';

type Charge = Omit<NewLine, 'id' | 'status' | 'createdAt' | 'card'> & { card: ProviderPayment['card'] };

/** Records a charge and has its receipt emailed. Returns its id in the ledger; undefined when it is already recorded. */
export async function recordCharge(
  services: Pick<Services, 'clock' | 'jobs' | 'messages' | 'settings'>,
  trx: Db,
  { card, ...line }: Charge,
): Promise<string | undefined> {
  const lineId = newId();
  const createdAt = services.clock();
  const isNew = await insertHistory(trx, {
    ...line,
    id: lineId,
    status: 'succeeded',
    card: card && cardText(card),
    createdAt,
  });
  if (!isNew) return undefined;
  const receipt = { kind: 'receipt', subjectId: lineId, recipientId: line.customerId, revision: '' } as const;
  await services.messages.write(services, trx, [{ ...receipt, dueAt: createdAt }]);
  return lineId;
}
