import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { BackEarlyPreview } from '../../../contract/plan/hold.ts';
import { checkBackEarly } from '../../../contract/values/plan/hold.ts';
import { addDays, formatDateKey, isDateKey } from '../../../contract/values/time/dates.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { serverNow, serverToday } from '../../api/server-clock.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { useTypedDate } from '../../ui/fields/use-typed-date.ts';
import { readBackEarly, sendBackEarly } from './hold-calls.ts';
import { HeldVisits, Outlook, PreviewState } from './hold-outlook.tsx';
import { fieldProblem, previewProblem, visitsText } from './hold-words.ts';
import type { PlanDialogProps } from './plan-scope.ts';
import { usePlanChange } from './use-plan-change.ts';

/** Ends a hold on an earlier day, or cancels the whole hold before it begins (PLAN-73). */
export function BackEarlyDialog({ plan, scope, open, onOpenChange }: PlanDialogProps) {
  const formId = useId();
  const { hold, holdLimits } = plan;
  const first = [hold?.from ?? '', holdLimits.earliest].sort().at(-1) ?? holdLimits.earliest;
  const [on, setOn] = useState(first);
  const isWhole = isDateKey(on);
  const rules = { now: serverNow(), changeCutoff: clientSettings.changeCutoff };
  const problem = isWhole && hold ? checkBackEarly(on, hold, rules) : null;
  const isAsked = open && isWhole && problem === null;
  const preview = useQuery({ ...readBackEarly(scope, { on }), staleTime: 0, enabled: isAsked });
  const { data, isFetching } = preview;
  const error = preview.isError ? preview.error : null;
  const back = usePlanChange({
    send: (shown: BackEarlyPreview) => sendBackEarly(scope, { on: shown.on, expectedVisits: shown.visits }),
    done: { title: 'Welcome Back', description: `Service starts again on ${formatDateKey(on)}.` },
    onDone: () => onOpenChange(false),
  });
  const canSend = data !== undefined && isWhole && problem === null && error === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend && !isFetching && !back.isPending) back.mutate(data);
  };
  const field = useTypedDate(on, (day) => {
    setOn(day);
    back.reset();
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Come back early"
      description={
        hold && `On hold from ${formatDateKey(hold.from)}. Service starts again on ${formatDateKey(hold.until)}.`
      }
      dismissible={!back.isPending}
      failure={back.error}
      footer={
        <>
          <Button variant="outline" disabled={back.isPending} onClick={() => onOpenChange(false)}>
            Keep the hold
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={!canSend}
            busy={back.isPending || (data !== undefined && isFetching)}
          >
            Come back early
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-5">
        <DateField
          label="First day back"
          required
          min={first}
          max={hold ? addDays(hold.until, -1) : undefined}
          {...field}
          error={isWhole ? (problem ?? fieldProblem(error, 'on')) : 'Please choose a day.'}
        />
        {canSend ? (
          <Preview preview={data} />
        ) : (
          <PreviewState
            problem={previewProblem(error, ['on'])}
            isFetching={isFetching}
            onRetry={() => void preview.refetch()}
          />
        )}
      </form>
    </Dialog>
  );
}

function Preview({ preview }: { preview: BackEarlyPreview }) {
  const today = serverToday();
  const { visits, held, credit, on, hold } = preview;
  return (
    <section aria-live="polite" aria-label="What coming back means" className="space-y-4">
      {on === hold.from && <p className="text-pretty">This cancels the whole hold.</p>}
      <div>
        <h3 className="mb-1 font-semibold">
          {visits.length === 0 ? 'No visits are back on' : `${visitsText(visits.length)} back on the schedule`}
        </h3>
        {visits.length > 0 && <p className="text-pretty">{visits.map((day) => dayText(day, today)).join('; ')}</p>}
      </div>
      {held.length > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">{`${visitsText(held.length)} on hold until then`}</h3>
          <HeldVisits visits={held} credit={credit} today={today} />
        </div>
      )}
      <Outlook preview={preview} today={today} />
    </section>
  );
}
