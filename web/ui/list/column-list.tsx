import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface ColumnListProps {
  label: string;
  /** The grid of the head and of each row, as classes. */
  columns: string;
  /** The head: one element per column. */
  head: ReactNode;
  /** The rows belong to the previous filter while the next ones load. */
  isOutdated: boolean;
  children: ReactNode;
}

/** A list of cards that become rows under a head where there is room for columns. Style its rows with `columnRow`. */
export function ColumnList({ label, columns, head, isOutdated, children }: ColumnListProps) {
  return (
    <div className={classNames('transition-opacity', isOutdated && 'opacity-60')} aria-busy={isOutdated}>
      <div
        aria-hidden="true"
        className={`hidden border-ink border-b-2 pb-2 font-display font-semibold text-[0.9375rem] ${columns}`}
      >
        {head}
      </div>
      <ul aria-label={label} className="grid grid-cols-1 gap-3 @2xl:grid-cols-2 @4xl:block">
        {children}
      </ul>
    </div>
  );
}

/** The classes of a row: a card, or a line of aligned columns where there is room. */
export function columnRow(columns: string, ...more: string[]): string {
  return classNames(
    'rounded-card border border-line bg-paper p-4 tiny:p-2.5',
    '@4xl:items-start @4xl:rounded-none @4xl:border-0 @4xl:border-b @4xl:bg-transparent @4xl:px-0 @4xl:py-3',
    columns,
    ...more,
  );
}
