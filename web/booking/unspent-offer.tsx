import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listUnspentPayments, type UnspentPayment } from '../../contract/payments.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { read } from '../api/query-client.ts';
import { serverNow } from '../api/server-clock.ts';
import { momentText } from '../pickups/pickup-words.ts';
import { Button } from '../ui/button/button.tsx';
import { moneyText } from '../ui/text/money-text.ts';
import { toast, toastAfterLoad } from '../ui/toast/toast.ts';
import { amountOf, type BookingDraft, isPlanDraft } from './booking-draft.ts';
import { bookWithPayment } from './finalize-booking.ts';

/**
 * Returns a payment of the draft's price that has bought nothing yet; undefined if there is none or `enabled` is false.
 */
export function useUsablePayment(draft: BookingDraft, { enabled }: { enabled: boolean }): UnspentPayment | undefined {
  const { data } = useQuery({ ...read(listUnspentPayments), enabled, staleTime: 0 });
  if (!enabled || isPlanDraft(draft)) return undefined;
  return data?.find((payment) => isUsable(payment, amountOf(draft), serverNow()));
}

interface UnspentOfferProps {
  draft: BookingDraft;
  payment: UnspentPayment;
  busy: boolean;
  /** Runs a booking, only one at a time. */
  run: (work: () => Promise<void>) => void;
}

/** Offers to book with a payment of the same price that has bought nothing yet, so that nobody pays twice (PAY-63). */
export function UnspentOffer({ draft, payment, busy, run }: UnspentOfferProps) {
  const cache = useQueryClient();
  const now = serverNow();
  const { amount, paidAt, refundAt, paymentIntentId } = payment;
  const book = async () => {
    try {
      toastAfterLoad(await bookWithPayment(draft, paymentIntentId));
      location.reload();
    } catch (error) {
      const description = messageOf(error, "Please try again. You won't be charged again.");
      toast({ title: 'There was an issue finalizing your booking.', description, variant: 'destructive' });
      // Without a response, the pickup may have been booked. The offer stays, because trying again returns that pickup.
      const isRefused = error instanceof ApiError && error.status < 500;
      if (isRefused) await cache.invalidateQueries({ queryKey: [listUnspentPayments.path] });
    }
  };
  return (
    <section
      aria-labelledby="unspent-offer"
      className="mt-4 rounded-card border border-maize-deep/60 bg-maize-wash p-3.5"
    >
      <h3 id="unspent-offer" className="font-semibold">
        {`You have ${moneyText(amount)} to use`}
      </h3>
      <p className="mt-1 leading-snug">
        {`You paid it ${momentText(new Date(paidAt), now)}. It covers this pickup. If you pay by card instead, we'll refund it ${momentText(new Date(refundAt), now)}.`}
      </p>
      <Button className="mt-3 w-full sm:w-auto" disabled={busy} onClick={() => run(book)}>
        Book with this payment
      </Button>
    </section>
  );
}

function isUsable({ amount, refundAt }: UnspentPayment, price: string, now: Date): boolean {
  return amount === price && new Date(refundAt) > now;
}
