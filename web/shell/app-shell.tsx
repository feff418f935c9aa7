import { Link } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen, TriangleAlert } from 'lucide-react';
import { Fragment, useEffect, useState } from 'react';
import type { User } from '../../contract/accounts.ts';
import { homeOf } from '../../contract/pages.ts';
import { clientSettings } from '../api/client-settings.ts';
import { lasting } from '../api/storage.ts';
import { buttonClass } from '../ui/button/button-class.ts';
import { IconButton } from '../ui/button/icon-button.tsx';
import { classNames } from '../ui/class-names.ts';
import { preloadDialogs } from '../ui/dialog/dialog.tsx';
import type { Elements } from '../ui/elements.ts';
import { onFirstInput } from '../ui/hooks/on-first-input.ts';
import { Logo, Mark } from '../ui/logo.tsx';
import { BookButton } from './book-button.tsx';
import { bottomBarItems, menuOf } from './menu/menu.ts';
import { MenuList, NavLink } from './menu/menu-list.tsx';
import { SignOutButton } from './menu/sign-out-button.tsx';

/** The frame of every signed-in page: a sidebar on wide screens, a bottom bar on narrow ones. */
export function AppShell({ user, children }: { user: User; children: Elements }) {
  useEffect(() => onFirstInput(preloadDialogs), []);
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Sidebar user={user} />
      {/* The bottom bar overlays the page. */}
      <div className="flex min-w-0 grow flex-col pb-[calc(var(--bottom-bar)+env(safe-area-inset-bottom,0px))] lg:pb-0">
        {clientSettings.noCardIsCharged && user.role !== 'customer' && <NoChargeNotice />}
        {children}
      </div>
      <BottomBar role={user.role} />
    </div>
  );
}

/** A notice for staff of a production server without Stripe's keys (SERVICE-20). */
function NoChargeNotice() {
  return (
    <aside
      aria-label="Payments"
      className="flex items-center gap-2 bg-maize-wash px-gutter pt-safe text-[0.9375rem] text-ink leading-tight"
    >
      <TriangleAlert className="size-5 shrink-0" aria-hidden="true" />
      <p className="py-2">
        <strong className="font-semibold">No card is charged.</strong>
        <span> Payments are simulated until Stripe's keys are set.</span>
      </p>
    </aside>
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
          .map((item, index) => (
            <Fragment key={item.to}>
              {role === 'customer' && index === bottomBarItems / 2 && (
                <li className="flex items-center px-1.5 tiny:px-0.5">
                  <BookButton className="grid size-13 place-items-center rounded-sheet bg-azure text-paper transition-colors hover:bg-azure-hover low:size-11 tiny:size-11" />
                </li>
              )}
              <li className="min-w-0 flex-1">
                <NavLink
                  item={item}
                  {...(item.shortLabel && { label: item.label })}
                  className="flex h-(--bottom-bar) flex-col items-center justify-center gap-1 px-1 text-soft text-[0.8125rem] leading-none low:flex-row low:gap-2 transition-colors hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-azure"
                >
                  <item.icon className="size-6 shrink-0" aria-hidden="true" />
                  <span className="max-w-full truncate py-px tiny:sr-only">{item.shortLabel ?? item.label}</span>
                </NavLink>
              </li>
            </Fragment>
          ))}
      </ul>
    </nav>
  );
}

const collapsedKey = 'stoop.sidebarCollapsed';

/** The menu of wide screens. It can be collapsed to icons, and this browser remembers the choice. */
function Sidebar({ user }: { user: User }) {
  const [collapsed, setCollapsed] = useState(lasting.get(collapsedKey) === 'yes');
  const toggle = () => {
    lasting.set(collapsedKey, collapsed ? 'no' : 'yes');
    setCollapsed(!collapsed);
  };
  const ToggleIcon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav
      aria-label="Main"
      data-sidebar={collapsed ? 'folded' : 'open'}
      className={classNames(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-line border-r bg-paper lg:flex',
        collapsed ? 'w-18' : 'w-64',
      )}
    >
      <div
        className={classNames(
          'flex items-center',
          collapsed ? 'flex-col gap-1 pt-4' : 'h-20 justify-between gap-2 pr-3 pl-4',
        )}
      >
        <Link
          to={homeOf(user.role)}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-label={`${clientSettings.brandName} home`}
          className="inline-flex min-h-11 min-w-0 items-center rounded-control"
        >
          {collapsed ? <Mark className="size-9" /> : <Logo brand={clientSettings.brandName} markClassName="size-9" />}
        </Link>
        <IconButton
          label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          aria-expanded={!collapsed}
          onClick={toggle}
          className="text-soft"
        >
          <ToggleIcon className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
      {user.role === 'customer' && (
        <div className="px-3 py-2">
          <BookButton
            {...(!collapsed && { label: 'Book Pickup' })}
            className={buttonClass('primary', 'md', classNames('w-full', collapsed && 'px-0!'))}
          />
        </div>
      )}
      <div className="grow overflow-y-auto px-3 py-2">
        <MenuList items={menuOf(user.role)} collapsed={collapsed} />
      </div>
      <div className="border-line border-t p-3">
        {!collapsed && (
          <p className="px-3 pt-1 pb-2">
            <span className="block truncate font-semibold">{user.username}</span>
            <span className="block truncate text-sm text-soft">{user.email}</span>
          </p>
        )}
        <SignOutButton
          iconOnly={collapsed}
          className={classNames(
            'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-soft transition-colors hover:bg-step hover:text-ink',
            collapsed && 'justify-center px-0',
          )}
        />
      </div>
    </nav>
  );
}
