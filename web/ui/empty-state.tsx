import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  art?: ReactNode;
  action?: ReactNode;
  className?: string;
  /** `h1` if the state is the whole page, `h3` if it is inside a section. */
  heading?: 'h1' | 'h2' | 'h3';
}

/** A message for an empty list, or in place of content that can't be shown. */
export function EmptyState({ title, children, art, action, className, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={classNames('mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center', className)}>
      {art && <div className="mb-5 w-full max-w-72">{art}</div>}
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-2 text-balance text-soft">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
