import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { getReceipt } from '../../../contract/payments.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { ReceiptSheet } from './sheet.tsx';

/** The receipt of one charge, to read and to print. */
export function ReceiptView({ id }: { id: string }) {
  const { data, isPending, error, isFetching, refetch } = useQuery({
    ...read(getReceipt, { params: { id } }),
    // A refund may have been added.
    refetchOnMount: 'always',
  });
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (data) {
    return (
      <div className="mx-auto max-w-2xl">
        <ReceiptSheet receipt={data} />
        <div className="mt-5 flex flex-wrap gap-3">
          <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => window.print()}>
            Print
          </Button>
          <BackToBilling />
        </div>
      </div>
    );
  }
  if (isPending) {
    return (
      <div role="status" className="mx-auto max-w-2xl">
        <span className="sr-only">Loading your receipt</span>
        <Skeleton className="h-140 rounded-card" />
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        title={isMissing ? "We couldn't find that receipt" : 'We could not load your receipt'}
        art={<EmptyStoop />}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {!isMissing && (
              <Button busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            )}
            <BackToBilling />
          </div>
        }
      >
        <p>
          {isMissing
            ? 'Your receipts are on your billing page, next to each payment.'
            : messageOf(error, 'Please try again.')}
        </p>
      </EmptyState>
    </div>
  );
}

function BackToBilling() {
  return (
    <Link to="/billing" className={buttonClass('outline')}>
      Back to billing
    </Link>
  );
}
