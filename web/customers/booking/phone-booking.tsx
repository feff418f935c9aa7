import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v4 as newDraftKey } from 'uuid';
import type { User } from '../../../contract/accounts.ts';
import { bookForCustomer, listCustomerPickups } from '../../../contract/customers.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { serverNow } from '../../api/server-clock.ts';
import { amountOf, type BookingDraft, describePickup, newDraft } from '../../booking/booking-draft.ts';
import { BookingWizard } from '../../booking/booking-wizard.tsx';
import { sameDayText } from '../../booking/same-day.ts';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { deadlineText } from './words.ts';

interface PhoneBookingProps {
  customer: User;
  name: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The booking wizard for a customer on the phone, filled in with what is known. A link to pay is emailed. */
export function PhoneBooking({ customer, name, open, onOpenChange }: PhoneBookingProps) {
  const cache = useQueryClient();
  const [draft, setDraft] = useState<BookingDraft>(() => newDraft(customer, serverNow()));
  const query = { when: 'upcoming', limit: '50' } as const;
  const { data: upcoming = [] } = useQuery({
    ...read(listCustomerPickups, { params: { id: customer.id }, query }),
    staleTime: 0,
  });
  const book = useMutation({
    mutationFn: () => {
      const { address, bagCount, scheduledDate, specialInstructions } = draft;
      return call(bookForCustomer, {
        params: { id: customer.id },
        body: { address, bagCount, scheduledDate, specialInstructions, amount: amountOf(draft) },
        idempotencyKey: draft.draftKey,
      });
    },
    onSuccess: () => {
      toast({
        title: 'Pickup Booked',
        description: `${describePickup(draft)}. We emailed the payment link to ${customer.email}.`,
      });
      onOpenChange(false);
    },
    onError: (error) => {
      toastFailure(error, "We couldn't book the pickup. Please try again.", 'Booking Failed');
      const fields = error instanceof ApiError ? error.errors : {};
      const step = fields.address ? 2 : fields.scheduledDate || fields.bagCount ? 1 : null;
      if (step) change({ step });
    },
    onSettled: () => refreshAdmin(cache),
  });
  // A draft changed after a failed request is a new booking, so it gets a new key.
  const change = (changes: Partial<BookingDraft>) =>
    setDraft((current) => ({ ...current, ...changes, ...(book.isError && { draftKey: newDraftKey() }) }));
  const again = sameDayText(upcoming, draft);
  return (
    <BookingWizard
      open={open}
      onOpenChange={onOpenChange}
      draft={draft}
      onChange={change}
      busy={book.isPending}
      onFinish={() => !book.isPending && book.mutate()}
      byPhone={{
        title: `Book for ${name}`,
        finishLabel: 'Book and Email Link',
        notice: (
          <>
            {again && <p className="mt-3 rounded-control bg-maize-wash px-4 py-3 leading-snug">{again}</p>}
            <p className="mt-3 text-soft">
              {`We'll email the payment link to ${customer.email}. ${deadlineText(draft.scheduledDate, serverNow(), clientSettings.changeCutoff)}`}
            </p>
          </>
        ),
      }}
    />
  );
}
