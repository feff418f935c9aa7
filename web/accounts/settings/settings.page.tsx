import type { User } from '../../../contract/accounts.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { SignOutButton } from '../../shell/menu/sign-out-button.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { AccountActions } from './actions.tsx';
import { NotificationSwitches } from './notifications.tsx';
import { ProfileForm } from './profile.tsx';
import { useMe } from './profile-form.ts';

export default function SettingsPage() {
  const visitor = useCurrentUser();
  return visitor.state === 'signed-in' ? <Settings signedIn={visitor.user} /> : null;
}

function Settings({ signedIn }: { signedIn: User }) {
  const me = useMe(signedIn);
  return (
    <Page title="Settings" width="narrow">
      <div className="grid grid-cols-1 gap-4">
        <ProfileForm me={me} />
        <NotificationSwitches />
        <AccountActions />
        <SignOutButton className={buttonClass('outline', 'md', 'mt-2 w-full sm:w-auto sm:justify-self-start')} />
      </div>
    </Page>
  );
}
