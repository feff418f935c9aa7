import type { ReactNode } from 'react';
import { serviceTypeOf } from '../../contract/values/booking-dates.ts';
import { dateKeyOf, formatDateKey } from '../../contract/values/dates.ts';
import { curbAdvice, serviceTypeText } from '../pickups/pickup-words.ts';
import { planFacts } from '../subscriptions/plan-words.ts';
import { Money } from '../ui/money.tsx';
import type { BookingDraft } from './booking-draft.ts';
import { amountOf, planOfDraft } from './draft-words.ts';

/** Step 3: the order summary. */
export function ConfirmStep({ draft }: { draft: BookingDraft }) {
  const now = new Date();
  const plan = planOfDraft(draft);
  const instructions = draft.specialInstructions.trim();
  return (
    <>
      <dl className="divide-y divide-line">
        {plan ? (
          planFacts(plan, draft, now).map(({ name, value }) => (
            <Row key={name} name={name}>
              {value}
            </Row>
          ))
        ) : (
          <PickupRows draft={draft} now={now} />
        )}
        <Row name="Address">{draft.address.trim()}</Row>
        {instructions && <Row name="Instructions">{instructions}</Row>}
      </dl>
      <p className="curb mt-1 flex items-baseline justify-between gap-4 pt-3">
        <span className="font-semibold">{plan ? 'Per month' : 'Total'}</span>
        <Money amount={amountOf(draft)} className="font-bold font-display text-3xl" />
      </p>
      <p className="mt-3 text-soft">
        {plan
          ? 'Put your bags at the curb by 7 AM on each pickup day.'
          : curbAdvice(dateKeyOf(new Date(draft.scheduledDate)), now)}
      </p>
    </>
  );
}

function PickupRows({ draft, now }: { draft: BookingDraft; now: Date }) {
  const date = new Date(draft.scheduledDate);
  return (
    <>
      <Row name="Package">Up to {draft.bagCount} bags</Row>
      <Row name="Date">
        {formatDateKey(dateKeyOf(date), 'long')}
        <span className="block text-soft">{serviceTypeText(serviceTypeOf(date, now))} pickup</span>
      </Row>
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
