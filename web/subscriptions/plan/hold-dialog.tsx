import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { HoldPreview } from '../../../contract/plan/hold.ts';
import { checkHold, maxHoldDays, minHoldDays } from '../../../contract/values/plan/hold.ts';
import { lastBookableDay } from '../../../contract/values/time/booking-dates.ts';
import { addDays, formatDateKey, isDateKey } from '../../../contract/values/time/dates.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { serverNow, serverToday } from '../../api/server-clock.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { useTypedDate } from '../../ui/fields/use-typed-date.ts';
import { readHold, sendHold } from './hold-calls.ts';
import { HeldVisits, Outlook, PreviewState } from './hold-outlook.tsx';
import { fieldProblem, previewProblem, visitsText } from './hold-words.ts';
import type { PlanDialogProps } from './plan-scope.ts';
import { usePlanChange } from './use-plan-change.ts';

/** Puts a plan on hold between two days. Shows every visit, credit and charge first (PLAN-70). */
export function HoldDialog({ plan, scope, open, onOpenChange }: PlanDialogProps) {
  const formId = useId();
  const { earliest } = plan.holdLimits;
  const [from, setFrom] = useState(earliest);
  const [until, setUntil] = useState(() => addDays(earliest, minHoldDays));
  const isWhole = isDateKey(from) && isDateKey(until);
  // Only the server knows how many hold days remain within the twelve months.
  const rules = { now: serverNow(), changeCutoff: clientSettings.changeCutoff, earlier: [] };
  const problems = isWhole ? checkHold({ from, until }, rules) : null;
  const isAsked = open && isWhole && problems === null;
  const preview = useQuery({ ...readHold(scope, { from, until }), staleTime: 0, enabled: isAsked });
  const { data, isFetching } = preview;
  const error = preview.isError ? preview.error : null;
  const hold = usePlanChange({
    send: (shown: HoldPreview) =>
      sendHold(scope, {
        ...{ from: shown.from, until: shown.until, expectedCredit: shown.credit },
        expectedVisits: shown.visits.map(({ day }) => day),
      }),
    done: {
      title: 'Plan on Hold',
      description: `No pickups from ${formatDateKey(from)}. They start again on ${formatDateKey(until)}.`,
    },
    onDone: () => onOpenChange(false),
  });
  const canSend = data !== undefined && isWhole && problems === null && error === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend && !isFetching && !hold.isPending) hold.mutate(data);
  };
  const fromField = useTypedDate(from, (day) => {
    setFrom(day);
    hold.reset();
    // Choosing a later first day also moves the end.
    if (isDateKey(day) && until < addDays(day, minHoldDays)) setUntil(addDays(day, minHoldDays));
  });
  const untilField = useTypedDate(until, (day) => {
    setUntil(day);
    hold.reset();
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Put the plan on hold"
      description="Billing continues. Each visit on hold is credited to your next charges."
      dismissible={!hold.isPending}
      failure={hold.error}
      footer={
        <>
          <Button variant="outline" disabled={hold.isPending} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={!canSend}
            busy={hold.isPending || (data !== undefined && isFetching)}
          >
            Put on hold
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-5">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <DateField
            label="First day without pickups"
            required
            min={earliest}
            max={lastBookableDay(serverNow())}
            {...fromField}
            error={isDateKey(from) ? (problems?.from ?? fieldProblem(error, 'from')) : 'Please choose a day.'}
          />
          <DateField
            label="First day back"
            required
            min={isDateKey(from) ? addDays(from, minHoldDays) : undefined}
            max={isDateKey(from) ? addDays(from, maxHoldDays) : undefined}
            {...untilField}
            error={isDateKey(until) ? (problems?.until ?? fieldProblem(error, 'until')) : 'Please choose a day.'}
          />
        </div>
        {canSend ? (
          <Preview preview={data} />
        ) : (
          <PreviewState
            problem={previewProblem(error, ['from', 'until'])}
            isFetching={isFetching}
            onRetry={() => void preview.refetch()}
          />
        )}
      </form>
    </Dialog>
  );
}

function Preview({ preview }: { preview: HoldPreview }) {
  const today = serverToday();
  const { visits, staying, days, credit } = preview;
  return (
    <section aria-live="polite" aria-label="What this hold means" className="space-y-4">
      <div>
        <h3 className="mb-1 font-semibold">{`${visitsText(visits.length)} on hold in ${days} days`}</h3>
        <HeldVisits visits={visits} credit={credit} today={today} />
      </div>
      {staying.length > 0 && (
        <p className="text-pretty">
          {`Still to come during the hold: ${staying.map(({ day }) => dayText(day, today)).join('; ')}.`}
        </p>
      )}
      <Outlook preview={preview} today={today} />
      <p className="text-pretty text-soft">
        A visit is credited when its deadline for changes passes. Until then, you can come back early.
      </p>
    </section>
  );
}
