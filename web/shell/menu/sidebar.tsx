import { Link } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { homeOf } from '../../../contract/pages.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { lasting } from '../../api/storage.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Logo, Mark } from '../../ui/logo.tsx';
import { menuOf } from './menu.ts';
import { MenuList } from './menu-list.tsx';
import { SignOutButton } from './sign-out-button.tsx';

const collapsedKey = 'stoop.sidebarCollapsed';

/** The menu of wide screens. It collapses to icons and remembers that. */
export function Sidebar({ user }: { user: User }) {
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
