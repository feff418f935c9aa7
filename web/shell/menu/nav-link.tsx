import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MenuItem } from './menu.ts';

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
