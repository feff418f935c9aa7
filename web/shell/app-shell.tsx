import { type ReactNode, useEffect } from 'react';
import type { User } from '../../contract/accounts.ts';
import { preloadToaster } from '../ui/toast/toast-region.tsx';
import { BottomBar } from './menu/bottom-bar.tsx';
import { Sidebar } from './menu/sidebar.tsx';
import { SkipLink } from './skip-link.tsx';

interface AppShellProps {
  user: User;
  children: ReactNode;
}

/** What surrounds every signed-in page: the sidebar on wide screens, the bottom bar on narrow ones. */
export function AppShell({ user, children }: AppShellProps) {
  // While there is a network: the first toast may have to say that there is none.
  useEffect(preloadToaster, []);
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Sidebar user={user} />
      {/* The bottom bar lies over the page. */}
      <div className="flex min-w-0 grow flex-col pb-[calc(var(--bottom-bar)+env(safe-area-inset-bottom,0px))] lg:pb-0">
        {children}
      </div>
      <BottomBar role={user.role} />
    </div>
  );
}
