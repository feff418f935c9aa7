import { useQuery } from '@tanstack/react-query';
import { getSubscriberPlan, type PlanView } from '../../../contract/plan/page.ts';
import { cardText } from '../../../contract/values/card-text.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import { daysText } from '../../../contract/values/time/service-days.ts';
import { read } from '../../api/query-client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { QuerySection } from '../../ui/list/query-section.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import { type PlanAction, PlanDialogs } from '../plan/plan-dialogs.tsx';
import { VisitList } from '../plan-page/visits-card.tsx';
import { Fact } from './facts.tsx';
import { creditText, nextChargeText, shortDay } from './words.ts';

const refreshEveryMs = 20_000;

/** The content and actions of the customer's plan page, for the dispatcher (ADMIN-98). */
export function SubscriberPlan({ subscriptionId }: { subscriptionId: string }) {
  const action = useDialogSubject<PlanAction>();
  const query = useQuery({
    ...read(getSubscriberPlan, { params: { id: subscriptionId } }),
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  const { data: plan } = query;
  return (
    <>
      <QuerySection title="Plan" query={query} loadingLabel="Loading the plan" failure="We couldn't load the plan.">
        {(loaded) => <PlanBody plan={loaded} onAction={action.show} />}
      </QuerySection>
      {plan && <PlanDialogs plan={plan} scope={{ kind: 'staff', subscriptionId }} action={action} />}
    </>
  );
}

function PlanBody({ plan, onAction }: { plan: PlanView; onAction: (action: PlanAction) => void }) {
  return (
    <>
      <PlanFacts plan={plan} />
      <Actions plan={plan} onAction={onAction} />
      {plan.visits.length > 0 && (
        <>
          <h4 className="mt-4 text-base">Next Visits</h4>
          <VisitList visits={plan.visits} now={serverNow()} onSkip={onAction} />
        </>
      )}
    </>
  );
}

function PlanFacts({ plan }: { plan: PlanView }) {
  const { hold, pending, endsAt, nextCharge, card, credit, isProviderUnavailable, subscription } = plan;
  const hasEnded = subscription.status === 'cancelled';
  return (
    <dl className="mt-1 grid grid-cols-2 gap-x-4 gap-y-3">
      {hold && (
        <Fact name="Hold" wide>
          {`${formatDateKey(hold.from)} until ${formatDateKey(hold.until)}`}
        </Fact>
      )}
      {pending && (
        <Fact name="Next plan" wide detail={`${moneyText(pending.price)}/month, ${daysText(pending.pickupDays)}`}>
          {`${planOf(pending.packageType).name} from ${shortDay(pending.from)}`}
        </Fact>
      )}
      {endsAt && !hasEnded && <Fact name="Ends on">{shortDay(endsAt)}</Fact>}
      {!hasEnded && (
        <Fact name="Next charge" wide>
          {nextCharge ? nextChargeText(nextCharge) : 'None'}
        </Fact>
      )}
      {!hasEnded && (
        <Fact name="Card">
          {isProviderUnavailable ? 'Not available right now' : card ? cardText(card) : 'No card saved'}
        </Fact>
      )}
      {(credit.rows.length > 0 || credit.balance !== '0.00') && (
        <Fact name="Credit" wide>
          {creditText(credit)}
        </Fact>
      )}
    </dl>
  );
}

/** The actions in the same order as on the customer's plan page. */
const actions: readonly { action: PlanAction; can: keyof PlanView; label: string }[] = [
  { action: 'hold', can: 'canHold', label: 'Put on Hold' },
  { action: 'back-early', can: 'canComeBackEarly', label: 'Back Early' },
  { action: 'change', can: 'canChange', label: 'Change Plan or Day' },
  { action: 'undo-change', can: 'canUndoChange', label: 'Undo Change' },
  { action: 'cancel', can: 'canCancel', label: 'Cancel at Month End' },
  { action: 'undo-cancel', can: 'canUndoCancel', label: 'Keep Plan' },
];

function Actions({ plan, onAction }: { plan: PlanView; onAction: (action: PlanAction) => void }) {
  const possible = actions.filter(({ can }) => plan[can] === true);
  return (
    <div className="mt-4 grid grid-cols-2 gap-2.5 empty:hidden">
      {possible.map(({ action, label }) => (
        <Button key={label} variant="outline" size="sm" className="px-2!" onClick={() => onAction(action)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
