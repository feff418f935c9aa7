import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { countMembers } from '../../../contract/accounts.ts';
import { messageOf } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/list/load-error.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { type MemberFilters, memberFiltersInAddress, readMemberFilters } from './filters.ts';
import { MemberList } from './list.tsx';
import { memberPages, membersFreshMs } from './pages.ts';
import { MemberSkeleton } from './skeleton.tsx';
import { MemberTiles } from './tiles.tsx';
import { MemberToolbar } from './toolbar.tsx';
import { shownMembersText } from './words.ts';

/** All Members: everybody with an account, what they booked, and which role they have. */
export default function MembersSection() {
  const filters = readMemberFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const list = useInfiniteQuery({ ...memberPages(filters), placeholderData: keepPreviousData });
  const counts = useQuery({ ...read(countMembers), staleTime: membersFreshMs });

  const change = (part: Partial<MemberFilters>) =>
    void navigate({
      to: '.',
      search: memberFiltersInAddress({ ...filters, ...part }),
      // A search that grows by the letter is one step back, not ten.
      replace: part.q !== undefined,
      resetScroll: false,
    });
  const showMore = async () => {
    const { isFetchNextPageError, error } = await list.fetchNextPage();
    if (!isFetchNextPageError) return;
    const description = messageOf(error, 'More members could not be loaded.');
    toast({ title: 'Error', description, variant: 'destructive' });
  };

  const members = list.data?.pages.flatMap((page) => page.items);
  return (
    <div className="@container space-y-5">
      <MemberTiles counts={counts.data} isError={counts.isError} />
      <MemberToolbar filters={filters} onChange={change} />
      <div className="min-h-80">
        <p role="status" className="mb-3 min-h-6 text-soft">
          {members && members.length > 0 && shownMembersText(members.length, list.data?.pages.at(-1)?.total ?? '')}
          {members && list.isRefetchError && ' · could not be refreshed just now'}
        </p>
        {members === undefined ? (
          list.isError ? (
            <LoadError
              title="Members could not be loaded"
              message={list.error.message}
              onRetry={() => void list.refetch()}
              isRetrying={list.isFetching}
            />
          ) : (
            <MemberSkeleton />
          )
        ) : members.length > 0 ? (
          <MemberList
            members={members}
            isOutdated={list.isPlaceholderData}
            hasMore={list.hasNextPage}
            isLoadingMore={list.isFetchingNextPage}
            onMore={showMore}
          />
        ) : (
          <EmptyState
            title="No members found matching your criteria."
            art={<EmptyStoop />}
            action={
              <Button variant="outline" onClick={() => change({ q: '', role: 'all' })}>
                Show all members
              </Button>
            }
          />
        )}
      </div>
    </div>
  );
}
