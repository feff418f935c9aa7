import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, Download, Gift, KeyRound, MailWarning, MailX } from 'lucide-react';
import { useId, useState } from 'react';
import { resendVerification, type User } from '../../../contract/accounts.ts';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { CalendarCard } from '../../calendar/calendar-card.tsx';
import { PreferencesCard } from '../../messages/preferences-card.tsx';
import { ThisDevice } from '../../push/this-device.tsx';
import { SignOutButton } from '../../shell/menu/sign-out-button.tsx';
import { Page } from '../../shell/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { roleLabels } from '../members/words.ts';
import { YourData } from '../my-data/your-data.tsx';
import { FactorCard } from '../second-factor/factor-card.tsx';
import { SignedInDevices } from '../sessions/signed-in-devices.tsx';
import { EntryForm, SubmitButton } from '../sign-in/entry-form.tsx';
import { emailInput, usernameInput } from '../sign-in/input-props.ts';
import { ContactCard } from './contact-card.tsx';
import { useMe, useProfileForm } from './profile-form.ts';

export default function SettingsPage() {
  const visitor = useCurrentUser();
  return visitor.state === 'signed-in' ? <Settings signedIn={visitor.user} /> : null;
}

function Settings({ signedIn }: { signedIn: User }) {
  const me = useMe(signedIn);
  return (
    <Page title="Settings" narrow>
      <div className="grid grid-cols-1 gap-4">
        <ProfileForm me={me} />
        {me.role === 'customer' && <ContactCard me={me} />}
        {me.role === 'customer' && <PreferencesCard hasMoney />}
        <ThisDevice />
        {me.role === 'customer' && <CalendarCard />}
        {/* Customers can't turn on two-factor sign-in, but former staff can turn it off. */}
        {me.twoFactorEnabled && <FactorCard user={me} />}
        <SignedInDevices />
        {me.role === 'customer' && <YourData />}
        <NotificationSwitches />
        <AccountActions />
        <SignOutButton className={buttonClass('outline', 'md', 'mt-2 w-full sm:w-auto sm:justify-self-start')} />
      </div>
    </Page>
  );
}

/** Two switches with local state only (SET-3). The page says that they have no effect yet. */
function NotificationSwitches() {
  const [push, setPush] = useState(true);
  const [email, setEmail] = useState(true);
  return (
    <Card as="section" aria-labelledby="settings-notifications" className="border-dashed">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id="settings-notifications" className="min-w-0 break-words text-lg">
          Notifications
        </h2>
        <Badge>Preview</Badge>
      </div>
      <p className="mt-1 text-soft">
        These switches only work on this page: they aren't saved, and they don't change what we send you.
      </p>
      <div className="mt-2 divide-y divide-line">
        <SwitchField
          label="Push notifications"
          hint="On this device, when a pickup changes"
          checked={push}
          onToggle={setPush}
          isPreview
          className="py-1"
        />
        <SwitchField
          label="Email notifications"
          hint="To your email address"
          checked={email}
          onToggle={setEmail}
          isPreview
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

/** Planned account actions. Each looks like a button, and a press only says that it is coming soon (SET-5). */
function AccountActions() {
  const id = useId();
  return (
    <TitledCard id="settings-account" title="Account" className="pb-1 sm:pb-2">
      <ul className="mt-1 divide-y divide-line">
        {actions.map(({ label, icon: Icon, comingSoon }, index) => (
          <li key={label} className="py-1">
            <button
              type="button"
              aria-labelledby={`${id}-${index}`}
              aria-describedby={`${id}-soon-${index}`}
              onClick={() => toast({ title: 'Coming Soon', description: comingSoon })}
              className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-2 py-1 text-left text-soft transition-colors hover:bg-step"
            >
              <Icon className="size-5.5 shrink-0" aria-hidden="true" />
              <span id={`${id}-${index}`} className="min-w-0 grow break-words">
                {label}
              </span>
              <span id={`${id}-soon-${index}`} className="ml-8.5 sm:ml-0">
                <Badge>Coming Soon</Badge>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function ProfileForm({ me }: { me: User }) {
  const { field, asksPassword, submit, isSaving, failure } = useProfileForm({ username: me.username, email: me.email });
  return (
    <TitledCard id="settings-profile" title="Profile">
      <EntryForm failure={failure} onSubmit={submit} className="mt-4 space-y-5">
        <TextField
          label="Username"
          hint="Use it to sign in. It's also how we greet you."
          {...usernameInput}
          {...field('username')}
        />
        <div>
          <TextField label="Email" {...emailInput} {...field('email')} />
          <EmailVerification me={me} />
        </div>
        {asksPassword && (
          <PasswordField
            label="Current password"
            hint="We need it because you're changing your email."
            autoComplete="current-password"
            {...field('currentPassword')}
          />
        )}
        <TextField label="Account type" readOnly value={roleLabels[me.role]} />
        <SubmitButton busy={isSaving} busyLabel="Saving..." className="w-full sm:w-auto">
          Save Changes
        </SubmitButton>
      </EntryForm>
    </TitledCard>
  );
}

/** Shows whether the saved email address is verified and accepts email, with a button to resend the email. */
function EmailVerification({ me }: { me: User }) {
  const resend = useMutation({
    mutationFn: () => call(resendVerification),
    onSuccess: ({ message }) => toast({ title: 'Email Sent', description: message }),
    onError: (error) => toastFailure(error, "We couldn't send the email. Please try again.", 'Email Not Sent'),
  });
  const resendButton = (
    <Button variant="outline" size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
      Resend email
    </Button>
  );
  if (me.emailRefused) {
    return (
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-brick-wash px-3.5 py-2.5">
        <p className="flex min-w-0 items-start gap-2">
          <MailX className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
          <span className="min-w-0 break-words">
            {`Our email to ${me.email} came back, so we've stopped sending to it. Please enter an address that works. If this one does, resend the email and use its link.`}
          </span>
        </p>
        {resendButton}
      </div>
    );
  }
  if (me.emailVerified) {
    return (
      <p className="mt-2 flex items-start gap-2 text-leaf">
        <BadgeCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">{`${me.email} is verified.`}</span>
      </p>
    );
  }
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-maize-wash px-3.5 py-2.5">
      <p className="flex min-w-0 items-start gap-2">
        <MailWarning className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
        <span className="min-w-0 break-words">{`${me.email} isn't verified yet. Use the link in our email.`}</span>
      </p>
      {resendButton}
    </div>
  );
}
