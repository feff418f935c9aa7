import { AccountSummary } from '../accounts/account-summary.tsx';
import { useCurrentUser } from '../api/current-user.ts';
import { Page } from '../shell/page.tsx';
import { SignOutButton } from '../shell/sign-out-button.tsx';
import { buttonClass } from '../ui/button-class.ts';

export default function ProfilePage() {
  const visitor = useCurrentUser();
  if (visitor.state !== 'signed-in') return null;
  return (
    <Page title="Profile" width="narrow">
      <AccountSummary user={visitor.user} />
      <SignOutButton className={buttonClass('outline', 'md', 'mt-6 w-full sm:w-auto')} />
    </Page>
  );
}
