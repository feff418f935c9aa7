import { dateKeyOf, formatDateKey } from '../../../contract/values/dates.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { getReceipt } from './get-receipt.ts';
import { receiptMail } from './mails.ts';
import { findCharge } from './store.ts';

/** Mails the receipt of a charge to its customer. */
export async function sendReceipt(
  services: Pick<Services, 'db' | 'settings' | 'mail' | 'log'>,
  lineId: string,
): Promise<void> {
  const charge = await findCharge(services.db, lineId);
  if (!charge) throw new Refusal(404, 'Receipt not found');
  const receipt = await getReceipt(services, charge.customerId, lineId);
  const day = dateKeyOf(new Date(receipt.paidAt));
  await services.mail.send(receiptMail(services.settings, receipt, `${formatDateKey(day)}, ${day.slice(0, 4)}`));
}
