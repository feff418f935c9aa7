import type { ReactNode } from 'react';
import { dateKeyOf, formatDateKey } from '../../../contract/dates.ts';
import { Money } from '../../ui/money.tsx';
import { curbAdvice } from '../pickup-curb-advice.ts';
import { serviceTypeText } from '../pickup-words.ts';
import { amountOf, type BookingDraft } from './booking-draft.ts';

/** Step 3: what is about to be bought. */
export function ConfirmStep({ draft }: { draft: BookingDraft }) {
  const day = dateKeyOf(new Date(draft.scheduledDate));
  const instructions = draft.specialInstructions.trim();
  return (
    <>
      <dl className="divide-y divide-line">
        <Row name="Package">Up to {draft.bagCount} bags</Row>
        <Row name="Date">
          {formatDateKey(day, 'long')}
          <span className="block text-soft">{serviceTypeText(draft.serviceType)} pickup</span>
        </Row>
        <Row name="Address">{draft.address.trim()}</Row>
        {instructions && <Row name="Instructions">{instructions}</Row>}
      </dl>
      <p className="curb mt-1 flex items-baseline justify-between gap-4 pt-3">
        <span className="font-semibold">Total</span>
        <Money amount={amountOf(draft)} className="font-bold font-display text-3xl" />
      </p>
      <p className="mt-3 text-soft">{curbAdvice(day, new Date())}</p>
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-3 first:pt-0 sm:grid-cols-[8rem_1fr]">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line break-words font-semibold">{children}</dd>
    </div>
  );
}
