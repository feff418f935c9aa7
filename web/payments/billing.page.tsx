import { NotOpenYet } from '../shell/not-open-yet.tsx';
import { Page } from '../shell/page.tsx';

export default function BillingPage() {
  return (
    <Page title="Billing">
      <NotOpenYet>Your payments will stand here.</NotOpenYet>
    </Page>
  );
}
