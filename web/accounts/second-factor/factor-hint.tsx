import { Link } from '@tanstack/react-router';
import { ShieldCheck, X } from 'lucide-react';
import { useState } from 'react';
import { useCurrentUser } from '../../api/current-user.ts';
import { lasting } from '../../api/storage.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';

const dismissedKey = 'stoop.twoFactorHint';

/** Recommends two-factor sign-in on the dispatcher's dashboard until it is on or dismissed in this browser (ACC-76). */
export function FactorHint() {
  const visitor = useCurrentUser();
  const [isDismissed, setIsDismissed] = useState(lasting.get(dismissedKey) === 'yes');
  if (isDismissed || visitor.state !== 'signed-in' || visitor.user.twoFactorEnabled) return null;
  const dismiss = () => {
    lasting.set(dismissedKey, 'yes');
    setIsDismissed(true);
  };
  return (
    <div className="mb-4 flex items-center gap-2 rounded-control bg-azure-wash pl-3.5 text-azure-deep">
      <ShieldCheck className="size-5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 grow py-2 leading-snug">
        <span>Protect your account.</span>{' '}
        <Link to="/admin/settings" className="font-semibold underline underline-offset-4">
          Set up two-factor sign-in
        </Link>
      </p>
      <IconButton label="Dismiss" onClick={dismiss}>
        <X className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
