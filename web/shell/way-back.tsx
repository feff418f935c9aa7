import { Link, useLocation } from '@tanstack/react-router';
import { CornerUpLeft, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { User } from '../../contract/accounts.ts';
import { homeOf } from '../../contract/pages.ts';
import { endedSession } from '../api/ended-session.ts';
import { ownAddressOf } from '../api/search-params.ts';
import { buttonClass } from '../ui/button/button-class.ts';
import { IconButton } from '../ui/button/icon-button.tsx';
import { screenNameOf } from './menu/screen-name.ts';

/**
 * On the home page after a session ended: a link back to the screen where it ended (ACC-82), until it is used or
 * dismissed. Only this app's screens of the person's role are offered.
 */
export function WayBack({ user }: { user: User }) {
  const { pathname } = useLocation();
  const [address, setAddress] = useState(() => endedSession.addressOf(user.id));
  const target = ownAddressOf(address);
  const home = homeOf(user.role);
  const name = target && target.to !== home ? screenNameOf(user.role, target.to) : null;
  const isThere = target?.to === pathname;
  useEffect(() => {
    if (isThere) endedSession.clear();
  }, [isThere]);
  if (!target || name === null || pathname !== home) return null;
  const dismiss = () => {
    endedSession.clear();
    setAddress(null);
    // The button that had the focus is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <aside
      aria-label="Where you were"
      data-way-back
      className="mb-5 flex flex-wrap items-center justify-end gap-x-2 rounded-card border border-line bg-paper py-1.5 pr-1.5 pl-4 sm:pl-5"
    >
      <div className="flex min-w-0 grow basis-44 flex-wrap items-center justify-between gap-x-4">
        <p className="hidden min-w-0 py-1 text-soft leading-snug sm:block">
          Your session ended while you were on another screen.
        </p>
        <Link
          to={target.to}
          search={target.search}
          className={buttonClass('quiet', 'sm', '-ml-4 min-w-0 text-left! sm:ml-0')}
        >
          <CornerUpLeft className="size-5 shrink-0" aria-hidden="true" />
          <span>{`Go back to ${name}`}</span>
        </Link>
      </div>
      <IconButton label="Dismiss" onClick={dismiss} className="shrink-0 text-soft">
        <X className="size-5" aria-hidden="true" />
      </IconButton>
    </aside>
  );
}
