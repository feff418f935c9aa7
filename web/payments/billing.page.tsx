import { FramePage } from '../shell/frame-page.tsx';

export default function BillingPage() {
  return <FramePage title="Billing" heading="No transactions yet" />;
}
