import { useQuery } from '@tanstack/react-query';
import { type AdminSubscription, countSubscriptions } from '../../../contract/subscriptions.ts';
import { plans } from '../../../contract/values/prices.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChipRow } from '../../ui/list/chip-row.tsx';
import { useListFilters } from '../../ui/list/filters.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import { ListStates } from '../../ui/list/list-states.tsx';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { countTextOf, shownText } from '../../ui/text/count-text.ts';
import { SubscriberDialog } from './dialog.tsx';
import { SubscriberList } from './list.tsx';
import { subscriberFilters, subscriberStatuses, subscribersRefreshMs, useSubscribers } from './page.ts';
import { emptyTextOf, planCountText, statusLabels } from './words.ts';

const packages = [{ id: 'all' as const, name: 'All Packages' }, ...plans];

/** Subscribers: every monthly plan with its status, and the dialog that changes it. */
export default function SubscribersSection() {
  const [filters, change] = useListFilters(subscriberFilters);
  const state = useSubscribers(filters);
  const { data: counts } = useQuery({ ...read(countSubscriptions), refetchInterval: subscribersRefreshMs });
  const opened = useDialogSubject<AdminSubscription>();
  const page = state.list.data;
  const isFiltered = Object.keys(subscriberFilters.write(filters)).length > 0;
  return (
    <div className="@container space-y-5">
      <div className="space-y-3">
        <div className="grid gap-3 @3xl:grid-cols-[minmax(0,1fr)_auto] @3xl:items-center">
          <ListSearch
            label="Search by name, email or address"
            placeholder="Search name, email or address"
            q={filters.q}
            onSearch={(q) => change({ q })}
          />
          <ChipRow
            legend="Filter by status"
            chips={subscriberStatuses.map((status) => ({
              id: status,
              label: status === 'all' ? 'All' : statusLabels[status],
              count: counts ? countTextOf(counts[status]) : '',
            }))}
            chosen={filters.status}
            onChoose={(status) => change({ status })}
          />
        </div>
        <ChipRow
          legend="Filter by package"
          chips={packages.map(({ id, name }) => ({ id, label: name, count: counts ? planCountText(counts, id) : '' }))}
          chosen={filters.package}
          onChoose={(chosen) => change({ package: chosen })}
        />
      </div>
      <ListStates
        query={state.list}
        rows={page?.items}
        shown={({ length }) => shownText(length, page?.total ?? '', 'subscriber')}
        errorTitle="We couldn't load the subscribers"
        skeleton={<SkeletonList label="Loading subscribers" rows={8} rowClassName="h-44 @4xl:h-14" />}
        empty={
          <EmptyState
            title="No Subscribers"
            art={<Scene name="empty" />}
            action={
              isFiltered && (
                <Button variant="outline" onClick={() => change(subscriberFilters.none)}>
                  Clear filters
                </Button>
              )
            }
          >
            <p className="break-words">{emptyTextOf(filters)}</p>
          </EmptyState>
        }
      >
        {(subscribers) => <SubscriberList subscribers={subscribers} state={state} onOpen={opened.show} />}
      </ListStates>
      {opened.subject && (
        <SubscriberDialog
          key={opened.opening}
          open={opened.open}
          onOpenChange={opened.setOpen}
          subscriber={page?.items.find(({ id }) => id === opened.subject?.id) ?? opened.subject}
        />
      )}
    </div>
  );
}
