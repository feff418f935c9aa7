import { type ReactNode, useEffect } from 'react';
import type { User } from '../../contract/accounts.ts';
import { preloadToaster } from '../ui/toast/toast-region.tsx';
import { bottomBarItems, menuOf } from './menu/menu.ts';
import { NavLink } from './menu/menu-list.tsx';
import { Sidebar } from './menu/sidebar.tsx';

/** The frame of every signed-in page: a sidebar on wide screens, a bottom bar on narrow ones. */
export function AppShell({ user, children }: { user: User; children: ReactNode }) {
  // Preload while online: the first toast may be about a lost connection.
  useEffect(preloadToaster, []);
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Sidebar user={user} />
      {/* The bottom bar overlays the page. */}
      <div className="flex min-w-0 grow flex-col pb-[calc(var(--bottom-bar)+env(safe-area-inset-bottom,0px))] lg:pb-0">
        {children}
      </div>
      <BottomBar role={user.role} />
    </div>
  );
}

/** The first Tab stop: skips the menu. */
function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-ink focus:px-4 focus:py-3 focus:font-semibold focus:text-paper"
    >
      Skip to content
    </a>
  );
}

function BottomBar({ role }: { role: string }) {
  return (
    <nav
      aria-label="Shortcuts"
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-paper px-safe pb-safe lg:hidden"
    >
      <ul className="mx-auto flex max-w-xl low:max-w-3xl">
        {menuOf(role)
          .slice(0, bottomBarItems)
          .map((item) => (
            <li key={item.to} className="min-w-0 flex-1">
              <NavLink
                item={item}
                {...(item.shortLabel && { label: item.label })}
                className="flex h-(--bottom-bar) flex-col items-center justify-center gap-1 px-1 text-soft text-[0.8125rem] leading-none low:flex-row low:gap-2 transition-colors hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-azure"
              >
                <item.icon className="size-6 shrink-0" aria-hidden="true" />
                <span className="max-w-full truncate py-px tiny:sr-only">{item.shortLabel ?? item.label}</span>
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  );
}
