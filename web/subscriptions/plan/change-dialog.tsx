import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ChangePreview } from '../../../contract/plan/change.ts';
import { centsOf } from '../../../contract/values/money.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { messageOf } from '../../api/api-error.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PlanChoice } from '../plan-choice.tsx';
import { WishChoice } from '../preference-choice.tsx';
import { readChange, sendChange } from './change-calls.ts';
import { changeSentences, sentWish, wishOf } from './change-words.ts';
import { PreviewState } from './hold-outlook.tsx';
import type { PlanDialogProps } from './plan-scope.ts';
import { usePlanChange } from './use-plan-change.ts';

/**
 * Changes the package, the day or the preferred time of a plan. The last step shows the dates and the price
 * for confirmation (PLAN-83).
 */
export function ChangeDialog({ plan, scope, open, onOpenChange }: PlanDialogProps) {
  const formId = useId();
  const first = wishOf(plan);
  // The plan may be read again while the dialog is open. Fields that were not edited here take the new values.
  const [chosen, setChosen] = useState<Partial<Wish>>({});
  const wish = { ...first, ...chosen };
  const [isReviewed, setIsReviewed] = useState(false);
  const sent = sentWish(wish);
  const preview = useQuery({ ...readChange(scope, sent), staleTime: 0, enabled: open && isReviewed });
  const { data, isFetching } = preview;
  const error = preview.isError ? preview.error : null;
  const sentences = data && !error ? changeSentences(data, plan, serverNow()) : null;
  const change = usePlanChange({
    send: ({ price, from, firstDays }: ChangePreview) =>
      sendChange(scope, { ...sent, expectedPrice: price, expectedFrom: from, expectedFirstDays: firstDays }),
    done: { title: 'Plan Changed', description: sentences?.[0] ?? '' },
    onDone: () => onOpenChange(false),
  });
  const isOther = JSON.stringify(sent) !== JSON.stringify(sentWish(first));
  const canConfirm = sentences !== null && data?.isChange === true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReviewed) setIsReviewed(isOther);
    else if (data && canConfirm && !isFetching && !change.isPending) change.mutate(data);
  };
  const back = () => {
    setIsReviewed(false);
    change.reset();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size={isReviewed ? 'md' : 'lg'}
      title={isReviewed ? 'Confirm the change' : 'Change plan, day or time'}
      {...(!isReviewed && {
        description: 'A new plan starts with your next billing month. A new day or time applies now.',
      })}
      dismissible={!change.isPending}
      failure={change.error}
      footer={
        <>
          <Button variant="outline" disabled={change.isPending} onClick={isReviewed ? back : () => onOpenChange(false)}>
            {isReviewed ? 'Back' : 'Keep as it is'}
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={isReviewed ? !canConfirm : !isOther}
            busy={change.isPending || (sentences !== null && isFetching)}
          >
            {isReviewed ? 'Confirm change' : 'Review change'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        {isReviewed ? (
          <Review>
            {sentences?.map((sentence) => (
              <p key={sentence} className="text-pretty first:font-semibold">
                {sentence}
              </p>
            )) ?? (
              <PreviewState
                problem={error && messageOf(error, "We couldn't check this change. Please try again.")}
                isFetching={isFetching}
                onRetry={() => void preview.refetch()}
              />
            )}
          </Review>
        ) : (
          <Choices plan={plan} wish={wish} onChange={(changes) => setChosen({ ...chosen, ...changes })} />
        )}
      </form>
    </Dialog>
  );
}

type Wish = ReturnType<typeof wishOf>;

function Choices({ plan, wish, onChange }: ChoicesProps) {
  const { packageType, pricePerMonth } = plan.subscription;
  return (
    <div className="space-y-6">
      <PlanChoice
        value={wish.packageType}
        present={{ packageType, priceCents: centsOf(pricePerMonth) }}
        onChoose={(chosen) => onChange({ packageType: chosen })}
      />
      <WishChoice plan={planOf(wish.packageType)} wish={wish} onChange={onChange} />
    </div>
  );
}

interface ChoicesProps extends Pick<PlanDialogProps, 'plan'> {
  wish: Wish;
  onChange: (changes: Partial<Wish>) => void;
}

/** The effects of the change. This section takes the focus, because the button that led here is gone. */
function Review({ children }: { children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-live="polite"
      aria-label="What this change means"
      className="space-y-2 outline-none"
    >
      {children}
    </section>
  );
}
