import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface ColumnListProps {
  label: string;
  /** The classes for the grid of the header and of each row. */
  columns: string;
  /** The header: one element for each column. */
  head: ReactNode;
  /** True while the rows still belong to the previous filter because the next ones are loading. */
  isOutdated: boolean;
  children: ReactNode;
}

/** A list of cards that become rows under a header if there is room for columns. Style its rows with `columnRow`. */
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

/** Returns the classes of a row: a card, or a line of aligned columns if there is room. */
export function columnRow(columns: string, ...more: string[]): string {
  return classNames(
    'rounded-card border border-line bg-paper p-4 tiny:p-2.5',
    '@4xl:items-start @4xl:rounded-none @4xl:border-0 @4xl:border-b @4xl:bg-transparent @4xl:px-0 @4xl:py-3',
    columns,
    ...more,
  );
}
