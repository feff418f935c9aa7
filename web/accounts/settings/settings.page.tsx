import { ChevronRight, Download, Gift, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { SignOutButton } from '../../shell/menu/sign-out-button.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { preloadToaster } from '../../ui/toast/toast-region.tsx';
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

/** Two switches without effect yet (SET-3: local state only), which the page says. */
function NotificationSwitches() {
  const [push, setPush] = useState(true);
  const [email, setEmail] = useState(true);
  return (
    <Card as="section" aria-labelledby="settings-notifications">
      <h2 id="settings-notifications" className="break-words text-lg">
        Notifications
      </h2>
      <p className="mt-1 text-soft">
        This is a preview. Your choices here are not saved and do not change what we send you.
      </p>
      <div className="mt-2 divide-y divide-line">
        <SwitchField
          label="Push notifications"
          hint="On this device, when a pickup changes"
          checked={push}
          onToggle={setPush}
          className="py-1"
        />
        <SwitchField
          label="Email notifications"
          hint="To your email address"
          checked={email}
          onToggle={setEmail}
          className="pt-1"
        />
      </div>
    </Card>
  );
}

const actions = [
  {
    label: 'Change Password',
    icon: KeyRound,
    comingSoon: 'Changing your password here is coming soon. Until then, use “Forgot password?” on the sign-in page.',
  },
  { label: 'Export My Data', icon: Download, comingSoon: 'Exporting your data is coming soon.' },
  { label: 'Referral Code', icon: Gift, comingSoon: 'Referral codes are coming soon.' },
];

/** Planned account actions. Each only says that it is coming soon (SET-5). */
function AccountActions() {
  return (
    <Card as="section" aria-labelledby="settings-account" className="pb-1 sm:pb-2">
      <h2 id="settings-account" className="text-lg">
        Account
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {actions.map(({ label, icon: Icon, comingSoon }) => (
          <li key={label} className="py-1">
            <button
              type="button"
              onFocus={preloadToaster}
              onClick={() => toast({ title: 'Coming Soon', description: comingSoon })}
              className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 text-left transition-colors hover:bg-step"
            >
              <Icon className="size-5.5 shrink-0 text-azure" aria-hidden="true" />
              <span className="min-w-0 grow break-words font-semibold">{label}</span>
              <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
