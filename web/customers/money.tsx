import { useId } from 'react';
import type { User } from '../../contract/accounts.ts';
import type { BillingItem } from '../../contract/payments.ts';
import { personName } from '../../contract/values/person-name.ts';
import { TransactionRow } from '../payments/billing/transactions.tsx';
import { RequestPayment } from '../pickups/requests/payment.tsx';
import { Button } from '../ui/button/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { useDialogSubject } from '../ui/dialog/use-dialog-subject.ts';
import { MoreButton } from '../ui/list/more-button.tsx';
import { loadNextPage } from '../ui/list/next-page.ts';
import { useFirstOfMore } from '../ui/list/use-first-of-more.ts';
import { PartError, retryOf } from '../ui/load-error.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Money } from '../ui/text/money.tsx';
import { isRefundable, runningTotals } from './running-totals.ts';
import { useCustomerLists } from './use-pages.ts';

interface CustomerMoneyProps {
  customer: User;
  /** All charges less all refunds, in wire format. */
  totalSpent: string;
}

/** Payments and refunds, newest first, with the total after each. */
export function CustomerMoney({ customer, totalSpent }: CustomerMoneyProps) {
  const headingId = useId();
  const { billing: pages } = useCustomerLists(customer.id);
  const items = pages.data?.pages.flatMap((page) => page.items);
  const payment = useDialogSubject<string>();
  const { rowAt, showMore } = useFirstOfMore(
    items?.length ?? 0,
    () => void loadNextPage(pages, "We couldn't load earlier payments."),
  );
  const totals = runningTotals(items ?? [], totalSpent);
  return (
    <Card as="section" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={headingId} className="text-lg">
          Money
        </h2>
        <p className="text-soft">
          <span>Total spent </span>
          <Money amount={totalSpent} className="font-semibold text-ink text-lg" />
        </p>
      </div>
      {items === undefined ? (
        <div className="mt-3">
          {pages.isError ? (
            <PartError message="We couldn't load the payments." {...retryOf(pages)} />
          ) : (
            <Skeleton className="h-16" />
          )}
        </div>
      ) : items.length === 0 ? (
        <p className="mt-2 text-soft">No payments yet.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {items.map((item, index) => (
            <TransactionRow
              key={item.id}
              ref={(row) => rowAt(index, row)}
              item={item}
              totalAfter={totals[index] ?? totalSpent}
            >
              {isRefundable(item, items) && <RefundButton item={item} onOpen={payment.show} />}
            </TransactionRow>
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <div className="mt-4 text-center">
          <MoreButton busy={pages.isFetchingNextPage} onClick={showMore}>
            Show earlier
          </MoreButton>
        </div>
      )}
      {payment.subject && (
        <Dialog key={payment.opening} open={payment.open} onOpenChange={payment.setOpen} title="Payment of a pickup">
          <RequestPayment request={{ id: payment.subject, customerName: personName(customer) }} />
        </Dialog>
      )}
    </Card>
  );
}

/** Opens the refund of a pickup's payment. A plan's months are refunded with the plan. */
function RefundButton({ item, onOpen }: { item: BillingItem; onOpen: (pickupId: string) => void }) {
  const { pickupId, description } = item;
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-mb-2 -ml-3 px-3!"
      aria-haspopup="dialog"
      aria-label={`Refund for ${description}`}
      onClick={() => pickupId && onOpen(pickupId)}
    >
      Refund
    </Button>
  );
}
