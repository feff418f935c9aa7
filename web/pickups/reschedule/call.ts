import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reschedulePickup } from '../../../contract/pickups.ts';
import { rescheduleSubscription } from '../../../contract/subscriptions.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { toast } from '../../ui/toast/toast.ts';
import { type Answer, type rescheduleBody, rescheduledText } from './words.ts';

/** What is moved to another date. */
export interface RescheduleSubject {
  /** A pickup is moved itself; of a subscription its next pickup, and nothing else of the series. */
  readonly kind: 'pickup' | 'subscription';
  readonly id: string;
  /** Which one, for a person: an address, or a customer's name. */
  readonly title: string;
  /** The instant it is planned for now; null where there is none. */
  readonly currentDate: string | null;
}

type Body = ReturnType<typeof rescheduleBody>;

async function send({ kind, id }: RescheduleSubject, body: Body): Promise<Answer> {
  if (kind === 'pickup') {
    const { pickup, ...email } = await call(reschedulePickup, { params: { id }, body });
    return { ...email, date: pickup.scheduledDate };
  }
  const { subscription, ...email } = await call(rescheduleSubscription, { params: { id }, body });
  return { ...email, date: subscription.nextPickupDate };
}

/**
 * Sends a new date. Whether it worked or somebody was quicker (409), what stands on the screen is read again. A toast says
 * what became of it.
 */
export function useReschedule(subject: RescheduleSubject, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => send(subject, body),
    onSuccess: (answer, { newDate }) => {
      toast({ title: 'Pickup Rescheduled', description: rescheduledText(newDate, answer) });
      onDone();
    },
    onError: (error) => {
      toast({ title: 'Reschedule Failed', description: failureOf(error), variant: 'destructive' });
    },
    onSettled: () => {
      void refreshAdmin(cache);
    },
  });
}

/** The server's message, or what to do where it had none. */
export function failureOf(error: unknown): string {
  return messageOf(error, 'The pickup could not be moved. Please try again.');
}
