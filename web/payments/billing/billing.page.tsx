import { useNavigate, useSearch } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import type { Subscription } from '../../../contract/subscriptions.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { CardUpdateDialog } from '../card-update/dialog.tsx';
import { PastDueNotice } from '../card-update/past-due-notice.tsx';
import { ReceiptView } from '../receipt/view.tsx';
import { useBilling } from './data.ts';
import { PaymentMethods } from './methods.tsx';
import { BillingSkeleton } from './skeleton.tsx';
import { ActiveSubscription } from './subscription.tsx';
import { Summary } from './summary.tsx';
import { Transactions } from './transactions.tsx';
import { Unpaid } from './unpaid.tsx';

/** What the customer pays, has paid and still owes; or one receipt of it (`?receipt=`). */
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
      {billing.isPending ? <BillingSkeleton /> : billing.isLost ? <Lost {...billing} /> : <Parts {...billing} />}
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

/** The address opens it (`?card=update`), so that mails and notices can. */
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
        <p>Your payments stay as they are. Check your connection and try again.</p>
      </EmptyState>
    </div>
  );
}
