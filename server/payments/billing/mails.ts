import type { z } from 'zod/mini';
import type { Receipt } from '../../../contract/payments.ts';
import type { Mail } from '../../external/mail/mail.ts';
import { type Letterhead, writeMail } from '../../mail/letter.ts';
import type { Settings } from '../../settings/settings.ts';

/** After a payment: what was paid, and where the receipt can be printed. `day` is in words, in New York. */
export function receiptMail(
  settings: Letterhead & Pick<Settings, 'appUrl'>,
  receipt: z.input<typeof Receipt>,
  day: string,
): Mail {
  return writeMail(settings, {
    to: receipt.customer.email,
    subject: `Your ${settings.brandName} receipt ${receipt.number}`,
    greeting: 'Thank you for your payment.',
    paragraphs: [
      receipt.description,
      `$${receipt.amount} on ${day}${receipt.paidWith ? `, ${receipt.paidWith}` : ''}.`,
      `Receipt ${receipt.number}`,
    ],
    button: { label: 'See and print the receipt', url: `${settings.appUrl}/billing?receipt=${receipt.id}` },
  });
}
