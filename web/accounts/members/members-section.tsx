import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { countMembers } from '../../../contract/accounts.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { shownText } from '../../ui/count-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChipRow } from '../../ui/list/chip-row.tsx';
import { useListFilters } from '../../ui/list/filters.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import { ListStates } from '../../ui/list/list-states.tsx';
import { loadNextPage } from '../../ui/list/next-page.ts';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { MemberSkeleton } from './card.tsx';
import { MemberList } from './list.tsx';
import { memberFilters, memberPages, membersFreshMs } from './pages.ts';
import { MemberTiles } from './tiles.tsx';

const roleChips = [
  { id: 'all', label: 'All Roles' },
  { id: 'customer', label: 'Customers' },
  { id: 'driver', label: 'Drivers' },
  { id: 'admin', label: 'Admins' },
] as const;

/** All Members: every account, its pickups and its role. */
export default function MembersSection() {
  const [filters, change] = useListFilters(memberFilters);
  const list = useInfiniteQuery({ ...memberPages(filters), placeholderData: keepPreviousData });
  const counts = useQuery({ ...read(countMembers), staleTime: membersFreshMs });
  return (
    <div className="@container space-y-5">
      <MemberTiles counts={counts.data} isError={counts.isError} />
      <div className="grid grid-cols-1 gap-3 @3xl:grid-cols-[minmax(0,1fr)_auto] @3xl:items-center">
        <ListSearch
          label="Search members by username, name or email"
          placeholder="Search members..."
          q={filters.q}
          onSearch={(q) => change({ q })}
        />
        <ChipRow
          legend="Filter by role"
          chips={roleChips}
          chosen={filters.role}
          onChoose={(role) => change({ role })}
        />
      </div>
      <ListStates
        query={list}
        rows={list.data?.pages.flatMap((page) => page.items)}
        shown={({ length }) => shownText(length, list.data?.pages.at(-1)?.total ?? '', 'member')}
        errorTitle="Members could not be loaded"
        skeleton={<MemberSkeleton />}
        empty={
          <EmptyState
            title="No members found matching your criteria."
            art={<EmptyStoop />}
            action={
              <Button variant="outline" onClick={() => change(memberFilters.none)}>
                Show all members
              </Button>
            }
          />
        }
      >
        {(members) => (
          <MemberList
            members={members}
            isOutdated={list.isPlaceholderData}
            hasMore={list.hasNextPage}
            isLoadingMore={list.isFetchingNextPage}
            onMore={() => void loadNextPage(list, 'More members could not be loaded.')}
          />
        )}
      </ListStates>
    </div>
  );
}
