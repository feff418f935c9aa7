import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../shell/page.tsx';
import { HistoryFilterRow } from './filter-row.tsx';
import { type HistoryFilter, historyFilterOf } from './filters.ts';
import { HistoryList } from './list.tsx';

/** All pickups of the customer. The filter stands in the address, so that a reload and the Back button keep it. */
export default function PickupHistoryPage() {
  const { show } = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = historyFilterOf(show);
  const choose = ({ id }: Pick<HistoryFilter, 'id'>) =>
    void navigate({ to: '/pickup-history', search: id === 'all' ? {} : { show: id }, replace: true });
  return (
    <Page title="Pickup History">
      <HistoryFilterRow current={filter} onChoose={choose} />
      <HistoryList key={filter.id} filter={filter} onShowAll={() => choose({ id: 'all' })} />
    </Page>
  );
}
