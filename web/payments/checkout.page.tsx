import { FramePage } from '../shell/frame-page.tsx';

export default function CheckoutPage() {
  return <FramePage title="Secure Checkout" heading="Nothing to pay" />;
}
