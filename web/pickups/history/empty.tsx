import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import type { HistoryFilter } from './filters.ts';

interface HistoryEmptyProps {
  filter: HistoryFilter;
  onShowAll: () => void;
}

/** Nothing under this filter: the way to the first booking, or back to everything. */
export function HistoryEmpty({ filter, onShowAll }: HistoryEmptyProps) {
  const navigate = useNavigate();
  const isAll = filter.id === 'all';
  return (
    <EmptyState
      title={filter.none}
      art={<EmptyStoop />}
      action={
        isAll ? (
          <Button variant="maize" onClick={() => void navigate({ to: '/dashboard', search: { book: '1' } })}>
            Book First Pickup
          </Button>
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
