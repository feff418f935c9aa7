import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleAlert, CircleDollarSign, CreditCard, Mail, Smartphone } from 'lucide-react';
import type { BillingSummary } from '../../../contract/payments.ts';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { serverNow } from '../../api/server-clock.ts';
import { delayedRefundText } from '../../pickups/status-sentence.ts';
import { Page } from '../../shell/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadError, PartError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import { TitledCard } from '../../ui/titled-card.tsx';
import { CardUpdateDialog } from '../card-update/dialog.tsx';
import { cardUpdateLink, pastDueWords } from '../card-update/past-due-words.ts';
import { ReceiptView } from '../receipt/view.tsx';
import { type Billing, useBilling } from './data.ts';
import { PlanCredit } from './plan-credit.tsx';
import { ActiveSubscription } from './subscription.tsx';
import { Transactions } from './transactions.tsx';
import { Unpaid } from './unpaid.tsx';
import { Unspent } from './unspent.tsx';

/** The customer's upcoming charges, past payments and debts; with `?receipt=`, one receipt. */
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
      {billing.isPending ? (
        <BillingSkeleton />
      ) : billing.hasFailed ? (
        <LoadError
          title="We couldn't load your billing"
          message="Your payments aren't affected. Check your connection and try again."
          art={<Scene name="error" />}
          onRetry={billing.retryAll}
          isRetrying={billing.isFetching}
        />
      ) : (
        <Parts {...billing} />
      )}
    </Page>
  );
}

function Parts({ unpaid, unspent, summary, subscription, plan, credit, transactions }: Billing) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
      {subscription.data && <PastDueNotice subscription={subscription.data} className="lg:col-span-3" />}
      {summary.data && <DelayedRefunds refunds={summary.data.delayedRefunds} />}
      <Unpaid unpaid={unpaid} />
      <Unspent unspent={unspent} />
      <Summary summary={summary} />
      <div className="grid grid-cols-1 gap-4">
        <ActiveSubscription subscription={subscription} plan={plan} />
        <PlanCredit credit={credit} />
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

/** Refunds that were refused and are tried again. Renders nothing if there are none. */
function DelayedRefunds({ refunds }: { refunds: BillingSummary['delayedRefunds'] }) {
  if (refunds.length === 0) return null;
  return (
    <div role="status" className="rounded-card border border-maize-deep/60 bg-maize-wash p-4 sm:p-5 lg:col-span-3">
      {refunds.map(({ id, amount }) => (
        <p key={id} className="font-semibold leading-snug">
          {delayedRefundText(amount)}
        </p>
      ))}
    </div>
  );
}

/** The card update dialog. `?card=update` opens it, so that emails and notices can link to it. */
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
    <TitledCard id="billing-contact" title="Questions about a charge?">
      <a
        translate="no"
        href={`mailto:${supportEmail}`}
        className="-mb-2 flex min-h-11 w-fit max-w-full items-center gap-2.5 font-semibold text-azure underline underline-offset-4"
      >
        <Mail className="size-5 shrink-0 text-brick" aria-hidden="true" />
        <span className="min-w-0 break-words">{supportEmail}</span>
      </a>
    </TitledCard>
  );
}

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

function Summary({ summary }: Pick<Billing, 'summary'>) {
  return (
    <section aria-label="Summary" className="lg:col-span-3">
      {summary.data ? (
        <Figures {...summary.data} />
      ) : (
        <Card>
          <PartError message="We couldn't load your totals." {...retryOf(summary)} />
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
          <dd className="break-words font-bold font-display text-2xl sm:text-3xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const methods = [
  { name: 'Card', icon: CreditCard, isAvailable: true },
  { name: 'Venmo', icon: Smartphone, isAvailable: false },
  { name: 'Cash App', icon: CircleDollarSign, isAvailable: false },
];

function PaymentMethods() {
  return (
    <TitledCard id="billing-methods" title="Payment Methods">
      <ul className="mt-1 divide-y divide-line">
        {methods.map(({ name, icon: Icon, isAvailable }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 last:pb-0">
            <Icon
              className={classNames('size-5.5 shrink-0', isAvailable ? 'text-azure' : 'text-soft')}
              aria-hidden="true"
            />
            <span className={classNames('grow', isAvailable ? 'font-semibold' : 'text-soft')}>{name}</span>
            <Badge tone={isAvailable ? 'leaf' : 'neutral'}>{isAvailable ? 'Available' : 'Coming Soon'}</Badge>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

/** Shown after a declined renewal, with a link that updates the card. Renders nothing if nothing is due. */
function PastDueNotice({ subscription, className = '' }: { subscription: Subscription; className?: string }) {
  const words = pastDueWords(subscription, serverNow());
  if (!words) return null;
  return (
    <section
      aria-labelledby="past-due"
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-brick/50 bg-brick-wash p-4 sm:p-5 ${className}`}
    >
      <div className="flex min-w-0 basis-80 grow gap-3">
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
        <div className="min-w-0">
          <h2 id="past-due" className="text-brick text-lg">
            {words.title}
          </h2>
          <p className="mt-1 leading-snug">{words.text}</p>
        </div>
      </div>
      <Link {...cardUpdateLink} className={buttonClass('primary', 'md', 'w-full sm:w-auto')}>
        Update card
      </Link>
    </section>
  );
}
