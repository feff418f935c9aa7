import type { AdminSubscription } from '../../contract/subscriptions.ts';
import { serverToday } from '../api/server-clock.ts';
import { SubscriberDialog } from '../subscriptions/subscribers/dialog.tsx';
import { StateNotes, SubscriberStatusBadge } from '../subscriptions/subscribers/facts.tsx';
import { nextPickupOf, planOfSubscriber, priceText, rhythmOf } from '../subscriptions/subscribers/words.ts';
import { Button } from '../ui/button/button.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { useDialogSubject } from '../ui/dialog/use-dialog-subject.ts';

/** The customer's plan. The subscriber's dialog has its details and actions. */
export function CustomerPlan({ subscription }: { subscription: AdminSubscription | null }) {
  const dialog = useDialogSubject<true>();
  if (!subscription) return null;
  const today = serverToday();
  const next = nextPickupOf(subscription, today);
  return (
    <Card as="section" aria-labelledby="customer-plan">
      <div className="flex items-start justify-between gap-3">
        <h2 id="customer-plan" className="text-lg">
          {planOfSubscriber(subscription).name}
        </h2>
        <SubscriberStatusBadge status={subscription.status} />
      </div>
      <p>{priceText(subscription)}</p>
      <p className="text-soft">{rhythmOf(subscription)}</p>
      <p className="mt-1 empty:hidden">
        <StateNotes subscriber={subscription} today={today} />
      </p>
      {subscription.status !== 'cancelled' && (
        <p className="mt-2">
          <span>Next pickup:</span>{' '}
          <span className={classNames('font-semibold', next.isOverdue && 'text-brick')}>
            {`${next.text}${next.isOverdue ? ' · Overdue' : ''}`}
          </span>
        </p>
      )}
      <Button
        variant="outline"
        size="sm"
        className="mt-3 w-full"
        aria-haspopup="dialog"
        onClick={() => dialog.show(true)}
      >
        Manage Plan
      </Button>
      {dialog.subject && (
        <SubscriberDialog
          key={dialog.opening}
          open={dialog.open}
          onOpenChange={dialog.setOpen}
          subscriber={subscription}
        />
      )}
    </Card>
  );
}
