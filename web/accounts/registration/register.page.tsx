import { useState } from 'react';
import { Redirect } from '../../shell/guards/redirect.tsx';
import { EntryLayout } from '../sign-in/entry-layout.tsx';
import { ownHome } from '../sign-in/start-session.ts';
import { RegisterForm } from './register-form.tsx';

export default function RegisterPage() {
  const [home] = useState(ownHome);
  if (home) return <Redirect to={home} />;
  return (
    <EntryLayout title="Create your account" intro="Then book a pickup, or choose a monthly plan.">
      <RegisterForm />
    </EntryLayout>
  );
}
