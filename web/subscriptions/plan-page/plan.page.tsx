import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getPlan, type PlanView } from '../../../contract/plan/page.ts';
import { plans } from '../../../contract/values/prices.ts';
import { read } from '../../api/query-client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { listPrice } from '../../ui/text/money-text.ts';
import { type PlanAction, PlanDialogs } from '../plan/plan-dialogs.tsx';
import { ChargeCard } from './charge-card.tsx';
import { CreditCard } from './credit-card.tsx';
import { HoldCard } from './hold-card.tsx';
import { ManageCard } from './manage-card.tsx';
import { StatusCard } from './status-card.tsx';
import { TermsCard } from './terms-card.tsx';
import { VisitsCard } from './visits-card.tsx';

const refreshMs = 60_000;
/** The refetch interval while the payment provider doesn't respond. */
const retryMs = 15_000;

/** The customer's plan: the next visits, the cost, and possible changes (PLAN-100). */
export default function PlanPage() {
  const query = useQuery({
    ...read(getPlan),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isProviderUnavailable ? retryMs : refreshMs),
  });
  const { data: plan } = query;
  return (
    <Page title="Your plan" back="/dashboard">
      {plan ? (
        <Parts plan={plan} isFetching={query.isFetching} onRetry={() => void query.refetch()} />
      ) : plan === null ? (
        <NoPlan />
      ) : query.isError ? (
        <LoadError
          title="We couldn't load your plan"
          message="Your plan hasn't changed. Check your connection and try again."
          art={<Scene name="error" />}
          {...retryOf(query)}
        />
      ) : (
        <PlanSkeleton />
      )}
    </Page>
  );
}

const mine = { kind: 'mine' } as const;

function Parts({ plan, isFetching, onRetry }: { plan: PlanView; isFetching: boolean; onRetry: () => void }) {
  const action = useDialogSubject<PlanAction>();
  const now = serverNow();
  const hasEnded = plan.subscription.status === 'cancelled';
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <div className="space-y-4">
        <StatusCard plan={plan} now={now} />
        {hasEnded && (
          <Link to="/subscribe" className={buttonClass('primary', 'md', 'w-full sm:w-auto')}>
            Choose a plan
          </Link>
        )}
        {!hasEnded && <VisitsCard plan={plan} now={now} onSkip={action.show} />}
      </div>
      <div className="space-y-4">
        {!hasEnded && <ChargeCard plan={plan} now={now} isRetrying={isFetching} onRetry={onRetry} />}
        {!hasEnded && (
          <HoldCard
            plan={plan}
            now={now}
            onHold={() => action.show('hold')}
            onBackEarly={() => action.show('back-early')}
          />
        )}
        {!hasEnded && (
          <ManageCard
            plan={plan}
            now={now}
            onChange={() => action.show('change')}
            onUndoChange={() => action.show('undo-change')}
            onCancel={() => action.show('cancel')}
            onUndoCancel={() => action.show('undo-cancel')}
          />
        )}
        <CreditCard plan={plan} now={now} />
      </div>
      {!hasEnded && <TermsCard plan={plan} />}
      <PlanDialogs plan={plan} scope={mine} action={action} />
    </div>
  );
}

function NoPlan() {
  return (
    <EmptyState
      title="You don't have a plan"
      art={<Scene name="empty" />}
      action={
        <Link to="/subscribe" className={buttonClass()}>
          Choose a plan
        </Link>
      }
    >
      {`Weekly pickups without booking each time. Plans from ${listPrice(plans[0]?.priceCents ?? 0)} a month.`}
    </EmptyState>
  );
}

function PlanSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <span className="sr-only">Loading your plan</span>
      <div className="space-y-4">
        <Skeleton className="h-52 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </div>
      <div className="space-y-4">
        <Skeleton className="h-52 rounded-card" />
        <Skeleton className="h-36 rounded-card" />
      </div>
    </div>
  );
}
