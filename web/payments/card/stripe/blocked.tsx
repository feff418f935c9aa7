import { Button } from '../../../ui/button.tsx';
import { PaymentFailure } from '../card-failure.tsx';

/** The provider's card form did not come: what may be in its way, and another try. */
export function StripeBlocked({ onRetry }: { onRetry: () => void }) {
  return (
    <div>
      <PaymentFailure
        message="Stripe not properly initialized"
        detail="The secure card form could not be loaded. Check your connection, switch off any ad blocker for this page, and try again. Nothing was charged."
      />
      <Button variant="outline" className="w-full" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
