import type { Role, User } from '../../../contract/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { preloadToaster } from '../../ui/toast/toast-region.tsx';
import { EmailVerification } from './email-verification.tsx';
import { useProfileForm } from './profile-form.ts';

/** Display names of the roles. */
const accountTypes: Record<Role, string> = { customer: 'Customer', driver: 'Driver', admin: 'Admin' };

/** Editable username and email, and the read-only account type. */
export function ProfileForm({ me }: { me: User }) {
  const { field, submit, isSaving } = useProfileForm({ username: me.username, email: me.email });
  return (
    <Card as="section" aria-labelledby="settings-profile">
      <h2 id="settings-profile" className="text-lg">
        Profile
      </h2>
      <form noValidate onSubmit={submit} onFocus={preloadToaster} className="mt-4 space-y-5">
        <TextField
          label="Username"
          hint="You can sign in with it, and we greet you with it."
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...field('username')}
        />
        <div>
          <TextField
            label="Email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...field('email')}
          />
          <EmailVerification me={me} />
        </div>
        <TextField label="Account type" readOnly value={accountTypes[me.role]} />
        <Button type="submit" busy={isSaving} busyLabel="Saving..." className="w-full sm:w-auto">
          Save Changes
        </Button>
      </form>
    </Card>
  );
}
