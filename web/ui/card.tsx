import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

interface CardProps extends ComponentProps<'div'> {
  /** `section` for a part of the page with a heading of its own, `article` or `li` for a thing in a list. */
  as?: 'div' | 'section' | 'article' | 'li';
  /** `deep` is the one dark card of a screen, for what comes next. */
  tone?: 'paper' | 'deep';
}

/** A flat sheet with a hairline border. */
export function Card({ as: Tag = 'div', tone = 'paper', className, ...rest }: CardProps) {
  const Element = Tag as 'div';
  return (
    <Element
      {...rest}
      className={classNames(
        'rounded-card p-4 tiny:p-2.5 sm:p-5',
        tone === 'deep' ? 'on-dark bg-azure-deep text-paper' : 'border border-line bg-paper',
        className,
      )}
    />
  );
}
