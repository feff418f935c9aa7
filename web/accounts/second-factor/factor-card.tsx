import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  disableSecondFactor,
  getSecondFactor,
  replaceRecoveryCodes,
} from '../../../contract/accounts/second-factor.ts';
import type { User } from '../../../contract/accounts.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import type { Elements } from '../../ui/elements.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useOnce } from '../../ui/hooks/use-once.ts';
import { toast } from '../../ui/toast/toast.ts';
import { CodeField } from './code-field.tsx';
import { Enrollment } from './enrollment.tsx';
import { NewCodes } from './recovery-codes.tsx';
import { rememberFactor } from './remember-factor.ts';
import { codesLeftText, type TypedCode } from './typed-code.ts';
import { useCurrentPassword } from './use-current-password.ts';
import { useFactorCode } from './use-factor-code.ts';

type Change = 'enrollment' | 'codes' | 'off';
/** This number of remaining codes, or fewer, shows as a warning. */
const fewCodes = 3;

/** The settings card of two-factor sign-in: whether it is on, and the ways to change that (ACC-72). */
export function FactorCard({ user, children }: { user: User; children?: Elements }) {
  const headingId = useId();
  const dialog = useDialogSubject<Change>();
  const close = () => dialog.setOpen(false);
  const props = { user, open: dialog.open, onClose: close };
  return (
    <Card as="section" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 id={headingId} className="text-lg">
          Two-factor sign-in
        </h2>
        <Badge tone={user.twoFactorEnabled ? 'leaf' : 'neutral'}>{user.twoFactorEnabled ? 'On' : 'Off'}</Badge>
      </div>
      <p className="mt-1 text-soft">
        {user.twoFactorEnabled
          ? 'Signing in takes your password and a code from your authenticator app.'
          : "With a code from your phone, a stolen password isn't enough to sign in."}
      </p>
      {user.twoFactorEnabled && <CodesLeft />}
      {children}
      <div className="mt-4 flex flex-wrap gap-3">
        {user.twoFactorEnabled ? (
          <>
            <Button variant="outline" size="sm" onClick={() => dialog.show('codes')}>
              New recovery codes
            </Button>
            <Button variant="outline" size="sm" onClick={() => dialog.show('off')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => dialog.show('enrollment')}>
            Set up
          </Button>
        )}
      </div>
      {dialog.subject === 'enrollment' && <EnrollmentDialog key={dialog.opening} {...props} />}
      {dialog.subject === 'codes' && <NewCodesDialog key={dialog.opening} {...props} />}
      {dialog.subject === 'off' && <TurnOffDialog key={dialog.opening} {...props} />}
    </Card>
  );
}

function CodesLeft() {
  const { data } = useQuery({ ...read(getSecondFactor), refetchOnMount: 'always' });
  if (!data) return <p className="mt-2 min-h-6" />;
  const isFew = data.recoveryCodesLeft <= fewCodes;
  return <p className={isFew ? 'mt-2 font-semibold text-brick' : 'mt-2'}>{codesLeftText(data.recoveryCodesLeft)}</p>;
}

interface ChangeDialogProps {
  user: User;
  open: boolean;
  onClose: () => void;
}

function EnrollmentDialog({ user, open, onClose }: ChangeDialogProps) {
  // The codes are shown only once, so a click outside the dialog must not close it.
  const [isEnabled, setIsEnabled] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isEnabled ? 'Save your recovery codes' : 'Set up two-factor sign-in'}
      dismissible={!isEnabled}
    >
      <Enrollment
        user={user}
        onEnabled={() => setIsEnabled(true)}
        onDone={() => {
          onClose();
          toast({ title: 'Two-Factor Sign-In On', description: "We'll ask for a code the next time you sign in." });
        }}
      />
    </Dialog>
  );
}

function NewCodesDialog({ open, onClose }: ChangeDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const cache = useQueryClient();
  const replace = async (proof: Proof) => {
    const { recoveryCodes } = await call(replaceRecoveryCodes, { body: proof });
    setCodes(recoveryCodes);
    await cache.invalidateQueries({ queryKey: read(getSecondFactor).queryKey });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={codes ? 'Save your recovery codes' : 'New recovery codes'}
      {...(!codes && { description: 'Your old codes stop working.' })}
      dismissible={!codes}
    >
      {codes ? <NewCodes codes={codes} onSaved={onClose} /> : <ProofForm label="Make new codes" onProof={replace} />}
    </Dialog>
  );
}

function TurnOffDialog({ user, open, onClose }: ChangeDialogProps) {
  const cache = useQueryClient();
  const turnOff = async (proof: Proof) => {
    await call(disableSecondFactor, { body: proof });
    onClose();
    toast({ title: 'Two-Factor Sign-In Off', description: 'You now sign in with just your password.' });
    await rememberFactor(cache, user, false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Turn off two-factor sign-in?"
      description="You'll sign in with just your password. Your other devices will be signed out."
    >
      <ProofForm label="Turn off" variant="danger" onProof={turnOff} />
    </Dialog>
  );
}

type Proof = TypedCode & { currentPassword: string };

interface ProofFormProps {
  label: string;
  variant?: 'primary' | 'danger';
  onProof: (proof: Proof) => Promise<void>;
}

/** Asks for the password and a code. */
function ProofForm({ label, variant = 'primary', onProof }: ProofFormProps) {
  const code = useFactorCode();
  const password = useCurrentPassword();
  const [busy, setBusy] = useState(false);
  const once = useOnce();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.read();
    const currentPassword = password.read();
    if (!typed || currentPassword === null) return;
    void once(async () => {
      setBusy(true);
      try {
        await onProof({ ...typed, currentPassword });
      } catch (cause) {
        if (!password.refuse(cause)) code.fail(cause);
      } finally {
        setBusy(false);
      }
    });
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <PasswordField {...password.field} />
      <CodeField code={code} />
      <Button type="submit" variant={variant} busy={busy} className="w-full">
        {label}
      </Button>
    </form>
  );
}
