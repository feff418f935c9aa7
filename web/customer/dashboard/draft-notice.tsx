import type { BookingDraft } from '../../booking/booking-draft.ts';
import { amountOf, describeDraft, planOfDraft } from '../../booking/draft-words.ts';
import { Button } from '../../ui/button.tsx';
import { moneyText } from '../../ui/money-text.ts';

interface DraftNoticeProps {
  draft: BookingDraft;
  onContinue: () => void;
  onFinalise: () => void;
  onDrop: () => void;
}

/** A reminder of an unfinished booking. */
export function DraftNotice({ draft, onContinue, onFinalise, onDrop }: DraftNoticeProps) {
  const plan = planOfDraft(draft);
  return (
    <section
      aria-labelledby="unfinished"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-maize-deep/60 bg-maize-wash p-4 sm:px-5"
    >
      <div>
        <h2 id="unfinished" className="text-lg">
          {draft.isPaid ? 'Your payment went through' : `Your ${plan ? 'plan' : 'booking'} isn't finished`}
        </h2>
        <p className="mt-0.5">
          {draft.isPaid ? 'One last step: ' : ''}
          {describeDraft(draft)}, {moneyText(amountOf(draft))}
          {plan && ' per month'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {draft.isPaid ? (
          <Button size="sm" onClick={onFinalise}>
            {plan ? 'Activate Plan' : 'Finish Booking'}
          </Button>
        ) : (
          <>
            <Button size="sm" onClick={onContinue}>
              Continue
            </Button>
            <Button size="sm" variant="quiet" onClick={onDrop}>
              Discard
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
