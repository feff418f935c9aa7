import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

interface CardProps extends ComponentProps<'div'> {
  /** `section` for a part of the page with its own heading, `article` or `li` for an item in a list. */
  as?: 'div' | 'section' | 'article' | 'li';
  /** `deep` is the dark card for the most important content of a screen. */
  tone?: 'paper' | 'deep';
}

export function Card({ as: Tag = 'div', tone = 'paper', className, ...rest }: CardProps) {
  const Element = Tag as 'div';
  return (
    <Element
      {...rest}
      className={classNames(
        'rounded-card p-4 tiny:p-2.5 sm:p-5',
        tone === 'deep' ? 'on-dark bg-deep text-on-deep' : 'border border-line bg-paper',
        className,
      )}
    />
  );
}
