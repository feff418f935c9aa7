/** A row of `payments`: one attempt to pay for a booking, a pickup or the first month of a plan. */
export interface PaymentRow {
  id: string;
  customerId: string;
  purpose: 'booking' | 'pickup' | 'subscription';
  bookingId: string | null;
  pickupId: string | null;
  subscriptionOrderId: string | null;
  subscriptionId: string | null;
  stripeSubscriptionId: string | null;
  attempt: number;
  stripePaymentIntentId: string | null;
  amount: string;
  status: 'creating' | 'open' | 'succeeded' | 'refund_pending' | 'refunded' | 'canceled';
  failureReason: string | null;
  createdAt: Date;
  updatedAt: Date;
}
