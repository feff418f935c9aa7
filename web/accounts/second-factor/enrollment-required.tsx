import type { ReactNode } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { homeOf } from '../../../contract/pages.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { Card } from '../../ui/card.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Enrollment } from './enrollment.tsx';

/** Replaces every screen for an admin who must turn on two-factor sign-in first (ACC-75). */
export default function EnrollmentRequired({ user, signOut }: { user: User; signOut: ReactNode }) {
  return (
    <main id="main" className="mx-auto w-full max-w-lg px-4 py-8 sm:px-8">
      <Logo brand={clientSettings.brandName} />
      <h1 className="mt-8 text-3xl">Set up two-factor sign-in</h1>
      <p className="mt-2 mb-6 text-soft">
        {`Every ${clientSettings.brandName} dispatcher signs in with a password and a code. Setup takes a minute and an authenticator app on your phone.`}
      </p>
      <Card>
        {/* A full page load, because every read so far was refused. */}
        <Enrollment user={user} onDone={() => location.assign(homeOf(user.role))} />
      </Card>
      <div className="mt-6">{signOut}</div>
    </main>
  );
}
