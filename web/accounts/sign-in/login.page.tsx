import { useState } from 'react';
import { clientSettings } from '../../api/client-settings.ts';
import { lasting, unsentKey } from '../../api/storage.ts';
import { Redirect } from '../../shell/guards/redirect.tsx';
import { EntryLayout } from './entry-layout.tsx';
import { LoginForm } from './login-form.tsx';
import { ownHome } from './start-session.ts';

export default function LoginPage() {
  const [home] = useState(ownHome);
  if (home) return <Redirect to={home} />;
  return (
    <EntryLayout title="Sign in" intro={lasting.get(unsentKey) ?? `Welcome back to ${clientSettings.brandName}.`}>
      <LoginForm />
    </EntryLayout>
  );
}
