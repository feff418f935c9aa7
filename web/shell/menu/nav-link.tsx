import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MenuItem } from './menu.ts';

interface NavLinkProps {
  item: MenuItem;
  /** The name for screen readers where the children show a part of it or an icon alone. */
  label?: string | undefined;
  title?: string | undefined;
  onClick?: () => void;
  className?: string;
  children: ReactNode;
}

/** A link of the menu; the one of the page in sight has `aria-current`. */
export function NavLink({ item, label, title, onClick, className, children }: NavLinkProps) {
  const common = { 'aria-label': label, title, onClick, className };
  // The landing page is no part of this app: going there is a full page load.
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
