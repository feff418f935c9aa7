import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { sendPaymentLink } from '../../contract/customers.ts';
import type { AdminPickup } from '../../contract/pickups.ts';
import { call } from '../api/call.ts';
import { refreshAdmin } from '../api/refresh-admin.ts';
import { Button } from '../ui/button/button.tsx';
import { toast, toastFailure } from '../ui/toast/toast.ts';

/** Resends the payment link of a pickup by email. */
export function ResendLink({ pickup }: { pickup: Pick<AdminPickup, 'id'> }) {
  const cache = useQueryClient();
  const resend = useMutation({
    mutationFn: () => call(sendPaymentLink, { params: { id: pickup.id } }),
    onSuccess: ({ email }) => toast({ title: 'Payment Link Sent', description: `We emailed it to ${email}.` }),
    onError: (error) => toastFailure(error, "We couldn't send the payment link. Please try again."),
    onSettled: () => refreshAdmin(cache),
  });
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-mb-2 -ml-3 px-3!"
      icon={<Send className="size-4.5" aria-hidden="true" />}
      busy={resend.isPending}
      onClick={() => resend.mutate()}
    >
      Resend payment link
    </Button>
  );
}
