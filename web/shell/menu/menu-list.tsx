import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { MenuItem } from './menu.ts';

interface MenuListProps {
  items: readonly MenuItem[];
  collapsed?: boolean;
  onNavigate?: () => void;
}

/** The vertical menu of the sidebar and the slide-in menu. */
export function MenuList({ items, collapsed = false, onNavigate }: MenuListProps) {
  return (
    <ul className="space-y-1">
      {items.map((item) => (
        <li key={item.to}>
          <NavLink
            item={item}
            {...(onNavigate && { onClick: onNavigate })}
            {...(collapsed && { label: item.label, title: item.label })}
            className={classNames(
              'flex min-h-12 items-center gap-3 rounded-control px-3 text-soft transition-colors hover:bg-step hover:text-ink',
              'aria-[current=page]:bg-azure-wash aria-[current=page]:font-semibold aria-[current=page]:text-azure-deep',
              collapsed && 'justify-center px-0',
            )}
          >
            <item.icon className="size-5.5 shrink-0" aria-hidden="true" />
            {!collapsed && <span>{item.label}</span>}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

interface NavLinkProps {
  item: MenuItem;
  /** The accessible name, when the children show only a part of it or an icon. */
  label?: string | undefined;
  title?: string | undefined;
  onClick?: () => void;
  className?: string;
  children: ReactNode;
}

/** A menu link, with `aria-current` on the current page. */
export function NavLink({ item, label, title, onClick, className, children }: NavLinkProps) {
  const common = { 'aria-label': label, title, onClick, className };
  // The landing page is not part of this app, so it needs a full page load.
  if (item.to === '/') {
    return (
      <a href="/" {...common}>
        {children}
      </a>
    );
  }
  return (
    <Link to={item.to} activeOptions={{ exact: item.exact ?? false, includeSearch: false }} {...common}>
      {children}
    </Link>
  );
}
