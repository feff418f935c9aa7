import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../shell/page.tsx';
import { ChipRow } from '../../ui/list/chip-row.tsx';
import { type HistoryFilter, historyFilterOf, historyFilters } from './filters.ts';
import { HistoryList } from './list.tsx';

/** All pickups of the customer. The filter is stored in the address, so reload and Back restore it. */
export default function PickupHistoryPage() {
  const { show } = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = historyFilterOf(show);
  const choose = (id: HistoryFilter['id']) =>
    void navigate({ to: '/pickup-history', search: id === 'all' ? {} : { show: id }, replace: true });
  return (
    <Page title="Pickup History">
      <ChipRow legend="Filter pickups" chips={historyFilters} chosen={filter.id} onChoose={choose} wraps />
      <HistoryList key={filter.id} filter={filter} onShowAll={() => choose('all')} />
    </Page>
  );
}
