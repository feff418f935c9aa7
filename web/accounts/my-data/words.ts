import type { DeletionPreview, ExportFormat } from '../../../contract/my-data.ts';
import { type DateKey, dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { moneyText } from '../../ui/text/money-text.ts';

/** The texts of the data download and of the account deletion. */

/** "stoop-data-2026-11-25.zip" */
export function fileNameOf(brand: string, format: ExportFormat, now: Date): string {
  const name = brand.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${name}-data-${dateKeyOf(now)}.${format === 'json' ? 'json' : 'zip'}`;
}

type Pickup = DeletionPreview['pickups'][number];

/** "Wed, Dec 2" */
export function pickupDayText({ day }: Pick<Pickup, 'day'>): string {
  return day === null ? 'No date yet' : formatDateKey(day as DateKey);
}

/** Returns the refund of a cancelled pickup in words. */
export function pickupRefundText({ paid, refund }: Pick<Pickup, 'paid' | 'refund'>): string {
  if (paid === null) return 'Not paid';
  return refund === '0.00' ? 'No refund' : `${moneyText(refund)} back`;
}

/** Returns what happens to the plan, as a list of texts. */
export function planTexts(plan: NonNullable<DeletionPreview['plan']>): string[] {
  const { paidUntil, visits, credit } = plan;
  const cancelled =
    visits === 0 ? '' : ` ${visits === 1 ? 'Its next visit is' : `Its next ${visits} visits are`} cancelled.`;
  const paid =
    paidUntil === null
      ? []
      : [
          `You've paid until ${formatDateKey(dateKeyOf(new Date(paidUntil)))}. The rest isn't refunded. To use it, cancel your plan first and delete your account afterwards.`,
        ];
  return [
    `You won't be charged again.${cancelled}`,
    ...paid,
    ...(credit === '0.00' ? [] : [`Your plan credit of ${moneyText(credit)} goes back to your card.`]),
  ];
}

/** Returns the label of the button that deletes the account. */
export function deleteLabel({ refund }: Pick<DeletionPreview, 'refund'>): string {
  return refund === '0.00' ? 'Delete my account' : `Delete and refund ${moneyText(refund)}`;
}

/** Returns the message on the sign-in page after the deletion. */
export function goodbyeText({ refund }: Pick<DeletionPreview, 'refund'>): string {
  const money = refund === '0.00' ? '' : ` ${moneyText(refund)} is on its way back to your card.`;
  return `Your account is deleted.${money}`;
}
