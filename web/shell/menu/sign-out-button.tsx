import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { signOut } from './sign-out.ts';

/** Signs out. The caller styles it as a menu row or a button. */
export function SignOutButton({ className, iconOnly = false }: { className?: string; iconOnly?: boolean }) {
  const [busy, setBusy] = useState(false);
  return (
    <button
      type="button"
      disabled={busy}
      onClick={() => {
        setBusy(true);
        void signOut().then((isLeaving) => setBusy(isLeaving));
      }}
      {...(iconOnly && { 'aria-label': 'Sign Out', title: 'Sign Out' })}
      className={className}
    >
      {busy ? <Spinner className="size-5.5" /> : <LogOut className="size-5.5 shrink-0" aria-hidden="true" />}
      {!iconOnly && <span>Sign Out</span>}
    </button>
  );
}
