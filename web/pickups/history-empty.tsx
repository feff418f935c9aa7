import { Link } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyStoop } from '../ui/street-corner.tsx';
import type { HistoryFilter } from './history-filters.ts';

interface HistoryEmptyProps {
  filter: HistoryFilter;
  onShowAll: () => void;
}

/** Nothing under this filter: the way to the first booking, or back to everything. */
export function HistoryEmpty({ filter, onShowAll }: HistoryEmptyProps) {
  const isAll = filter.id === 'all';
  return (
    <EmptyState
      title={filter.none}
      art={<EmptyStoop />}
      action={
        isAll ? (
          <Link to="/dashboard" search={{ book: '1' }} className={buttonClass('maize')}>
            Book First Pickup
          </Link>
        ) : (
          <Button variant="outline" onClick={onShowAll}>
            Show all pickups
          </Button>
        )
      }
    >
      <p>{isAll ? 'What you book will be listed here.' : 'Other pickups may be listed under another filter.'}</p>
    </EmptyState>
  );
}
