import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import type { BillingItem } from '../../../contract/payments.ts';
import { serverNow } from '../../api/server-clock.ts';
import { instantDayText } from '../../pickups/pickup-words.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Elements } from '../../ui/elements.ts';
import { MoreButton } from '../../ui/list/more-button.tsx';
import { useFirstOfMore } from '../../ui/list/use-first-of-more.ts';
import { PartError, retryOf } from '../../ui/load-error.tsx';
import { Money } from '../../ui/text/money.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import type { Billing } from './data.ts';
import { creditLineText } from './plan-credit-words.ts';

/** The latest payments, refunds and declined cards; a button loads earlier ones. */
export function Transactions({ transactions }: Pick<Billing, 'transactions'>) {
  const items = transactions.data?.pages.flatMap((page) => page.items);
  const { rowAt, showMore } = useFirstOfMore(items?.length ?? 0, () => void transactions.fetchNextPage());
  return (
    <TitledCard id="billing-transactions" title="Latest Transactions">
      {items === undefined ? (
        <div className="mt-3">
          <PartError message="We couldn't load your transactions." {...retryOf(transactions)} />
        </div>
      ) : items.length === 0 ? (
        <p className="mt-2 text-soft">No transactions yet. Your payments will appear here.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {items.map((item, index) => (
            <Transaction key={item.id} item={item} ref={(row) => rowAt(index, row)} />
          ))}
        </ul>
      )}
      {transactions.hasNextPage && <Earlier transactions={transactions} onMore={showMore} />}
    </TitledCard>
  );
}

function Earlier({ transactions, onMore }: Pick<Billing, 'transactions'> & { onMore: () => void }) {
  return (
    <div className="mt-4 text-center">
      {transactions.isFetchNextPageError && (
        <p role="alert" className="mb-3 text-brick">
          We couldn't load earlier transactions.
        </p>
      )}
      <MoreButton busy={transactions.isFetchingNextPage} onClick={onMore}>
        Show earlier
      </MoreButton>
    </div>
  );
}

function Transaction({ item, ref }: { item: BillingItem; ref: Ref<HTMLLIElement> }) {
  return (
    <TransactionRow item={item} ref={ref}>
      <span className="-mb-2.5 flex flex-wrap gap-x-5 empty:hidden">
        {item.hasReceipt && (
          <Link
            to="/billing"
            search={{ receipt: item.id }}
            aria-label={`Receipt for ${item.description}`}
            className={lineLink}
          >
            Receipt
          </Link>
        )}
        {item.pickupId && (
          <Link
            to="/pickup-history/$id"
            params={{ id: item.pickupId }}
            aria-label={`Pickup of ${item.description}`}
            className={lineLink}
          >
            Pickup
          </Link>
        )}
      </span>
    </TransactionRow>
  );
}

const lineLink = 'inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4';

interface TransactionRowProps {
  item: BillingItem;
  ref: Ref<HTMLLIElement>;
  /** The total spent after this transaction, in dollars as "45.00". */
  totalAfter?: string;
  /** The actions of the transaction. */
  children: Elements;
}

/** A payment, refund or declined card, with its badge and day. */
export function TransactionRow({ item, ref, totalAfter, children }: TransactionRowProps) {
  const state = transactionState(item);
  const creditLine = creditLineText(item);
  return (
    <li ref={ref} tabIndex={-1} className="flex items-start justify-between gap-4 py-3.5 last:pb-0">
      <div className="min-w-0">
        <p className="break-words font-semibold leading-snug">{item.description}</p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-soft">
          <Badge tone={state.tone}>{state.label}</Badge>
          <span>{instantDayText(item.date, serverNow(), '')}</span>
          {state.label === 'Failed' && item.failureReason && <span>{item.failureReason}</span>}
        </p>
        {creditLine && <p className="mt-1 text-soft">{creditLine}</p>}
        {children}
      </div>
      <div className="shrink-0 text-right">
        <Money
          amount={item.amount}
          className={classNames(
            'font-semibold text-lg leading-snug',
            state.label === 'Failed' && 'text-soft line-through',
          )}
        />
        {totalAfter !== undefined && (
          <p className="text-[0.9375rem] text-soft">
            <span>Total </span>
            <Money amount={totalAfter} />
          </p>
        )}
      </div>
    </li>
  );
}

/** The badge of a transaction. Any status other than paid, succeeded or pending is a failure (BILL-5). */
export function transactionState({ status, amount }: Pick<BillingItem, 'status' | 'amount'>): {
  label: 'Paid' | 'Refunded' | 'Pending' | 'Failed';
  tone: BadgeTone;
} {
  if (status === 'pending') return { label: 'Pending', tone: 'maize' };
  if (status !== 'paid' && status !== 'succeeded') return { label: 'Failed', tone: 'brick' };
  return amount.startsWith('-') ? { label: 'Refunded', tone: 'azure' } : { label: 'Paid', tone: 'leaf' };
}
