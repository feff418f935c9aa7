import { useRef } from 'react';
import type { PlanVisit } from '../../../contract/plan/page.ts';
import { dateKeyOf, formatDateKey, formatWallTime } from '../../../contract/values/time/dates.ts';
import { serverToday } from '../../api/server-clock.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { sendSkip } from './hold-calls.ts';
import type { PlanDialogProps } from './plan-scope.ts';
import { usePlanChange } from './use-plan-change.ts';

interface SkipDialogProps extends Omit<PlanDialogProps, 'plan'> {
  visit: PlanVisit;
}

/** Skips one visit of a plan, after saying that a skip is final and whether the visit is credited (PLAN-76). */
export function SkipDialog({ visit, scope, open, onOpenChange }: SkipDialogProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const { day, movedTo, skipUntil, isSkipCredited } = visit;
  const on = movedTo ?? day;
  const until = new Date(skipUntil);
  const skip = usePlanChange<void>({
    send: () => sendSkip(scope, { day }),
    done: { title: 'Visit Skipped', description: `No pickup on ${formatDateKey(on)}. The plan continues.` },
    onDone: () => onOpenChange(false),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) skip.reset();
        onOpenChange(isOpen);
      }}
      role="alertdialog"
      title="Skip this visit?"
      description={<span className="font-semibold text-ink">{dayText(on, serverToday(), 'long')}</span>}
      dismissible={!skip.isPending}
      failure={skip.error}
      initialFocus={keep}
      footer={
        <>
          <Button ref={keep} variant="outline" disabled={skip.isPending} onClick={() => onOpenChange(false)}>
            Keep visit
          </Button>
          <Button variant="danger" busy={skip.isPending} onClick={() => skip.mutate()}>
            Skip visit
          </Button>
        </>
      }
    >
      <p className="text-pretty">
        {isSkipCredited
          ? "We moved this visit, so the plan is credited for it. This is final: it can't be undone. The plan continues."
          : "This is final: it can't be undone, and nothing is credited. The plan continues and its price stays the same."}
      </p>
      <p className="mt-3 text-pretty text-soft">
        {`You can skip it until ${formatWallTime(until)} on ${formatDateKey(dateKeyOf(until))}.`}
      </p>
    </Dialog>
  );
}
