import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { useReceipt } from './data.ts';
import { ReceiptSheet } from './sheet.tsx';

/** The receipt of one charge, to read, to print, to keep. */
export function ReceiptView({ id }: { id: string }) {
  const { receipt, isPending, isMissing, message, isFetching, retry } = useReceipt(id);
  if (receipt) {
    return (
      <div className="mx-auto max-w-2xl">
        <ReceiptSheet receipt={receipt} />
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
        title={isMissing ? 'We have no such receipt' : 'We could not load your receipt'}
        art={<EmptyStoop />}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {!isMissing && (
              <Button busy={isFetching} onClick={retry}>
                Try again
              </Button>
            )}
            <BackToBilling />
          </div>
        }
      >
        <p>{isMissing ? 'Your receipts are on your billing page, beside what you paid for.' : message}</p>
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
