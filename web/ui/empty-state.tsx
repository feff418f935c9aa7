import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** A picture above the words, decoration only. */
  art?: ReactNode;
  /** A button or a link: what to do about the emptiness. */
  action?: ReactNode;
  className?: string;
  /** `h1` where the state is the whole page, `h3` where it is a part of a part. */
  heading?: 'h1' | 'h2' | 'h3';
}

/** What a list shows when nothing is in it. */
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
