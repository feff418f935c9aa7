import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { ChangePreview } from '../../../contract/plan/change.ts';
import { textToCents } from '../../../contract/values/money.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PlanChoice } from '../plan-choice.tsx';
import { WishChoice } from '../preference-choice.tsx';
import { readChange, sendChange } from './change-calls.ts';
import { changeSentences, sentWish, wishOf } from './change-words.ts';
import { PreviewState } from './hold-outlook.tsx';
import type { PlanDialogProps } from './plan-scope.ts';
import { usePlanChange } from './use-plan-change.ts';

/** Changes the package, the day or the preferred time of a plan, with its dates and its price shown first (PLAN-80). */
export function ChangeDialog({ plan, scope, open, onOpenChange }: PlanDialogProps) {
  const formId = useId();
  const [edited, setEdited] = useState<Partial<ReturnType<typeof wishOf>>>({});
  const wish = { ...wishOf(plan), ...edited };
  const sent = sentWish(wish);
  const preview = useQuery({ ...readChange(scope, sent), staleTime: 0, enabled: open });
  const { data, isFetching } = preview;
  const error = preview.isError ? preview.error : null;
  const change = usePlanChange({
    send: ({ price, from, firstDays }: ChangePreview) =>
      sendChange(scope, { ...sent, expectedPrice: price, expectedFrom: from, expectedFirstDays: firstDays }),
    done: { title: 'Plan changed', description: data ? (changeSentences(data, plan, new Date())[0] ?? '') : '' },
    onDone: () => onOpenChange(false),
  });
  const edit = (changes: Partial<typeof wish>) => {
    setEdited({ ...edited, ...changes });
    change.reset();
  };
  const canSend = data?.isChange === true && error === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (data && canSend && !isFetching && !change.isPending) change.mutate(data);
  };
  const { packageType, pricePerMonth } = plan.subscription;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Change plan, day or time"
      description="Another plan begins with the next billing month. Another day or time applies now."
      dismissible={!change.isPending}
      footer={
        <>
          <Button variant="outline" disabled={change.isPending} onClick={() => onOpenChange(false)}>
            Keep as it is
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={!canSend}
            busy={change.isPending || (data !== undefined && isFetching)}
          >
            Confirm change
          </Button>
        </>
      }
    >
      {change.error && (
        <p role="alert" className="mb-3 text-pretty text-brick">
          {messageOf(change.error, 'That did not work. Please try again.')}
        </p>
      )}
      <form id={formId} noValidate onSubmit={submit} className="space-y-6">
        <PlanChoice
          value={wish.packageType}
          present={{ packageType, priceCents: textToCents(pricePerMonth) ?? 0 }}
          onChoose={(chosen) => edit({ packageType: chosen })}
        />
        <WishChoice plan={planOf(wish.packageType)} wish={wish} onChange={(changes) => edit(changes)} />
        {data && !error ? (
          <section
            aria-live="polite"
            aria-label="What this change means"
            className="space-y-1 border-ink border-t-2 pt-3"
          >
            {changeSentences(data, plan, new Date()).map((sentence) => (
              <p key={sentence} className="text-pretty first:font-semibold">
                {sentence}
              </p>
            ))}
          </section>
        ) : (
          <PreviewState
            problem={error && messageOf(error, 'We could not check this change. Please try again.')}
            isFetching={isFetching}
            onRetry={() => void preview.refetch()}
          />
        )}
      </form>
    </Dialog>
  );
}
