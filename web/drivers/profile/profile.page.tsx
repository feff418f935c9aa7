import { useCurrentUser } from '../../api/current-user.ts';
import { SignOutButton } from '../../shell/menu/sign-out-button.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { ProfileFacts } from './facts.tsx';
import { ProfileFigures } from './figures.tsx';
import { ProfileSettings } from './settings.tsx';

/** The driver's profile (DRIVER-20). */
export default function ProfilePage() {
  const visitor = useCurrentUser();
  if (visitor.state !== 'signed-in') return null;
  return (
    <Page title="Profile" width="narrow">
      <div className="space-y-5">
        <ProfileFacts user={visitor.user} />
        <ProfileFigures />
        <ProfileSettings />
        <SignOutButton className={buttonClass('outline', 'md', 'w-full sm:w-auto')} />
      </div>
    </Page>
  );
}
