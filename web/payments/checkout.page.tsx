import { NotOpenYet } from '../shell/not-open-yet.tsx';
import { Page } from '../shell/page.tsx';

export default function CheckoutPage() {
  return (
    <Page title="Secure Checkout">
      <NotOpenYet>A pickup that was booked unpaid will be paid here.</NotOpenYet>
    </Page>
  );
}
