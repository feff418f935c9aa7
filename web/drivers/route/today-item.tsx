import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { todayItemId } from './today-list.ts';

interface TodayItemProps {
  /** The id of the stop or visit. */
  itemId: string;
  /** The id of the element with its address or title. */
  labelledBy: string;
  isNext: boolean;
  isFinished: boolean;
  className: string;
  children: ReactNode;
}

/** The frame of a stop or a visit in today's route. */
export function TodayItem({ itemId, labelledBy, isNext, isFinished, className, children }: TodayItemProps) {
  return (
    <li
      id={todayItemId(itemId)}
      tabIndex={-1}
      aria-labelledby={labelledBy}
      className={classNames(
        // The page's own scroll padding is larger than the bottom bar, and a wide screen has no bar.
        'scroll-mt-8 -scroll-mb-5 rounded-card border outline-none focus-visible:outline-3 lg:-scroll-mb-20',
        isFinished ? 'bg-marble' : 'bg-paper',
        isNext ? 'border-azure ring-1 ring-azure ring-inset' : 'border-line',
        className,
      )}
    >
      {children}
    </li>
  );
}
