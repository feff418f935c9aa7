import { useNavigate, useSearch } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import type { BillingSummary } from '../../../contract/payments.ts';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PartError } from '../../ui/load-error.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { CardUpdateDialog } from '../card-update/dialog.tsx';
import { PastDueNotice } from '../card-update/past-due-notice.tsx';
import { ReceiptView } from '../receipt/view.tsx';
import { useBilling } from './data.ts';
import { PaymentMethods } from './methods.tsx';
import { ActiveSubscription } from './subscription.tsx';
import { Transactions } from './transactions.tsx';
import { Unpaid } from './unpaid.tsx';

/** What the customer pays, has paid and still owes; with `?receipt=`, one receipt. */
export default function BillingPage() {
  const { receipt } = useSearch({ strict: false });
  return receipt ? (
    <Page key="receipt" title="Receipt" back="/billing">
      <ReceiptView key={receipt} id={receipt} />
    </Page>
  ) : (
    <Overview key="overview" />
  );
}

function Overview() {
  const billing = useBilling();
  return (
    <Page title="Billing">
      {billing.isPending ? <BillingSkeleton /> : billing.hasFailed ? <Lost {...billing} /> : <Parts {...billing} />}
    </Page>
  );
}

type Billing = ReturnType<typeof useBilling>;

function Parts({ unpaid, summary, subscription, transactions }: Billing) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
      {subscription.data && <PastDueNotice subscription={subscription.data} className="lg:col-span-3" />}
      <Unpaid unpaid={unpaid} />
      <Summary summary={summary} />
      <div className="grid grid-cols-1 gap-4">
        <ActiveSubscription subscription={subscription} />
        <PaymentMethods />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:col-span-2">
        <Transactions transactions={transactions} />
        <Contact />
      </div>
      {subscription.data && <CardUpdate subscription={subscription.data} />}
    </div>
  );
}

/** `?card=update` opens the dialog, so emails and notices can link to it. */
function CardUpdate({ subscription }: { subscription: Subscription }) {
  const { card } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '/billing', search: {}, replace: true, resetScroll: false });
  const isOpen = card === 'update' && subscription.status !== 'cancelled';
  return <CardUpdateDialog subscription={subscription} open={isOpen} onClose={close} />;
}

function Contact() {
  const { supportEmail } = clientSettings;
  return (
    <Card as="section" aria-labelledby="billing-contact">
      <h2 id="billing-contact" className="text-lg">
        Questions about a charge?
      </h2>
      <a
        href={`mailto:${supportEmail}`}
        className="-mb-2 flex min-h-11 w-fit max-w-full items-center gap-2.5 font-semibold text-azure underline underline-offset-4"
      >
        <Mail className="size-5 shrink-0 text-brick" aria-hidden="true" />
        <span className="min-w-0 break-words">{supportEmail}</span>
      </a>
    </Card>
  );
}

function Lost({ isFetching, retryAll }: Billing) {
  return (
    <div role="alert">
      <EmptyState
        title="We could not load your billing"
        art={<EmptyStoop />}
        action={
          <Button busy={isFetching} onClick={retryAll}>
            Try again
          </Button>
        }
      >
        <p>Your payments aren't affected. Check your connection and try again.</p>
      </EmptyState>
    </div>
  );
}

/** Placeholder shown while the page loads. */
function BillingSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <span className="sr-only">Loading your billing</span>
      <div className="grid grid-cols-2 gap-2 sm:gap-4 lg:col-span-3">
        <Skeleton className="h-25 rounded-card" />
        <Skeleton className="h-25 rounded-card" />
      </div>
      <div className="grid content-start gap-4">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-52 rounded-card" />
      </div>
      <Skeleton className="h-100 rounded-card lg:col-span-2" />
    </div>
  );
}

/** Pickups completed and total spent. */
function Summary({ summary }: Pick<ReturnType<typeof useBilling>, 'summary'>) {
  return (
    <section aria-label="Summary" className="lg:col-span-3">
      {summary.data ? (
        <Figures {...summary.data} />
      ) : (
        <Card>
          <PartError
            message="Your totals could not be loaded."
            onRetry={() => void summary.refetch()}
            isRetrying={summary.isFetching}
          />
        </Card>
      )}
    </section>
  );
}

function Figures({ completedOneTime, totalSpent }: BillingSummary) {
  const figures = [
    { name: 'One-time pickups completed', value: completedOneTime.toLocaleString('en-US') },
    { name: 'Total spent', value: moneyText(totalSpent) },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 sm:gap-4">
      {figures.map(({ name, value }) => (
        <div
          key={name}
          className="flex min-w-0 flex-col-reverse justify-end rounded-card border border-line bg-paper px-4 py-3 sm:px-5 sm:py-4"
        >
          <dt className="text-[0.9375rem] text-soft leading-snug sm:text-base">{name}</dt>
          <dd className="break-words font-bold font-display text-2xl tabular-nums sm:text-3xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
