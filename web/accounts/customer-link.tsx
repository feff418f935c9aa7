import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

interface CustomerLinkProps {
  id: string;
  className?: string;
  children: ReactNode;
}

/** A link to a customer's page, for staff. */
export function CustomerLink({ id, className, children }: CustomerLinkProps) {
  return (
    <Link
      to="/admin/customers/$id"
      params={{ id }}
      className={classNames('decoration-2 underline-offset-3 hover:underline', className ?? 'text-azure underline')}
    >
      {children}
    </Link>
  );
}
