import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { beginSecondFactor, enableSecondFactor, type NewFactor } from '../../../contract/accounts/second-factor.ts';
import type { User } from '../../../contract/accounts.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { CodeField } from './code-field.tsx';
import { NewCodes } from './recovery-codes.tsx';
import { rememberFactor } from './remember-factor.ts';
import { groupedKey } from './typed-code.ts';
import { useCurrentPassword } from './use-current-password.ts';
import { useFactorCode } from './use-factor-code.ts';
import { useFocusOnMount } from './use-focus-on-mount.ts';

interface EnrollmentProps {
  user: User;
  /** Called when two-factor sign-in is on and the recovery codes are saved. */
  onDone: () => void;
  /** Called when two-factor sign-in is on, before the recovery codes are saved. */
  onEnabled?: () => void;
}

/** Turns two-factor sign-in on in three steps: the password, a first code from the app, the recovery codes. */
export function Enrollment({ user, onDone, onEnabled }: EnrollmentProps) {
  const [factor, setFactor] = useState<NewFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const cache = useQueryClient();
  if (codes) return <NewCodes codes={codes} onSaved={onDone} />;
  if (!factor) return <PasswordStep username={user.username} onFactor={setFactor} />;
  const enabled = async (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    onEnabled?.();
    await rememberFactor(cache, user, true);
  };
  return <AppStep factor={factor} onEnabled={enabled} />;
}

function PasswordStep({ username, onFactor }: { username: string; onFactor: (factor: NewFactor) => void }) {
  const password = useCurrentPassword();
  const [busy, setBusy] = useState(false);
  const once = useOnce();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const currentPassword = password.read();
    if (currentPassword === null) return;
    void once(async () => {
      setBusy(true);
      try {
        onFactor(await call(beginSecondFactor, { body: { currentPassword } }));
      } catch (cause) {
        password.fail(cause);
        setBusy(false);
      }
    });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {/* For password managers, which look for the account's name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...password.field} />
      <Button type="submit" busy={busy} className="w-full">
        Continue
      </Button>
    </form>
  );
}

function AppStep({ factor, onEnabled }: { factor: NewFactor; onEnabled: (codes: string[]) => void }) {
  const code = useFactorCode();
  const [busy, setBusy] = useState(false);
  const once = useOnce();
  const intro = useFocusOnMount<HTMLParagraphElement>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.read();
    if (!typed || !('twoFactorCode' in typed)) return;
    void once(async () => {
      setBusy(true);
      try {
        onEnabled((await call(enableSecondFactor, { body: typed })).recoveryCodes);
      } catch (cause) {
        code.fail(cause);
        setBusy(false);
      }
    });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <p ref={intro} tabIndex={-1} className="outline-none">
        Scan this with an authenticator app such as Google Authenticator, 1Password or Aegis, then enter the code it
        shows.
      </p>
      <img src={factor.qrCode} alt="QR code for your authenticator app" className="mx-auto size-52 tiny:size-40" />
      <div className="rounded-control bg-step px-4 py-3">
        <p className="text-[0.9375rem] text-soft">Can't scan it? Enter this key in the app:</p>
        <p translate="no" className="mt-1 select-all break-words font-mono">
          {groupedKey(factor.key)}
        </p>
      </div>
      <CodeField code={code} onlyApp />
      <Button type="submit" busy={busy} className="w-full">
        Turn on
      </Button>
    </form>
  );
}
