import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp, UserPlus } from 'lucide-react';
import { countMembers, listMembers, type MemberCounts, roles } from '../../../contract/accounts.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { readListPage } from '../../api/list-page.ts';
import { read } from '../../api/query-client.ts';
import { serverToday } from '../../api/server-clock.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChipRow } from '../../ui/list/chip-row.tsx';
import { Count } from '../../ui/list/count.tsx';
import { listFilters, useListFilters } from '../../ui/list/filters.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import { ListStates } from '../../ui/list/list-states.tsx';
import { MoreButton } from '../../ui/list/more-button.tsx';
import { loadNextPage } from '../../ui/list/next-page.ts';
import { useFirstOfMore } from '../../ui/list/use-first-of-more.ts';
import { Scene } from '../../ui/street/scene.tsx';
import { shownText } from '../../ui/text/count-text.ts';
import { SessionList } from '../sessions/session-list.tsx';
import { sessionsOf } from '../sessions/sessions.ts';
import { AddCustomerDialog } from './add-customer-dialog.tsx';
import { MemberCard, MemberSkeleton, memberGrid } from './card.tsx';
import { MemberRoleDialog } from './role-dialog.tsx';
import { MemberStateDialog } from './state-dialog.tsx';
import type { Member, StateChange } from './words.ts';

const roleChips = [
  { id: 'all', label: 'All Roles' },
  { id: 'customer', label: 'Customers' },
  { id: 'driver', label: 'Drivers' },
  { id: 'admin', label: 'Admins' },
] as const;

/** All Members: every account, its pickups and its role. */
export default function MembersSection() {
  const [filters, change] = useListFilters(memberFilters);
  const list = useMembers(filters);
  const counts = useQuery({ ...read(countMembers), staleTime: membersFreshMs });
  const adding = useDialogSubject<true>();
  return (
    <div className="@container space-y-5">
      <div className="flex flex-wrap justify-end gap-2">
        <Link to="/admin/import" className={buttonClass('outline')}>
          <FileUp className="size-5" aria-hidden="true" />
          <span>Import</span>
        </Link>
        <Button icon={<UserPlus className="size-5" aria-hidden="true" />} onClick={() => adding.show(true)}>
          Add Customer
        </Button>
      </div>
      <MemberTiles counts={counts.data} isError={counts.isError} />
      {adding.subject && <AddCustomerDialog key={adding.opening} open={adding.open} onOpenChange={adding.setOpen} />}
      <div className="grid grid-cols-1 gap-3 @3xl:grid-cols-[minmax(0,1fr)_auto] @3xl:items-center">
        <ListSearch
          label="Search members by name, username or email"
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
        errorTitle="We couldn't load the members"
        skeleton={<MemberSkeleton />}
        empty={
          <EmptyState
            title="No members found matching your criteria."
            art={<Scene name="empty" />}
            action={
              <Button variant="outline" onClick={() => change(memberFilters.none)}>
                Show all members
              </Button>
            }
          />
        }
      >
        {(members) => <MemberList members={members} list={list} />}
      </ListStates>
    </div>
  );
}

function MemberTiles({ counts, isError }: { counts: MemberCounts | undefined; isError: boolean }) {
  const tiles = [
    { label: 'Total', count: counts?.total },
    { label: 'Customers', count: counts?.customers },
    { label: 'Drivers', count: counts?.drivers },
    { label: 'Subscribed', count: counts?.subscribed },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 tiny:grid-cols-1 @2xl:grid-cols-4 @2xl:gap-4">
      {tiles.map(({ label, count }) => (
        <div key={label} className="flex flex-col-reverse rounded-card border border-line bg-paper px-4 py-3 @2xl:px-5">
          <dt className="text-soft">{label}</dt>
          <dd className="font-bold font-display text-2xl leading-tight @2xl:text-3xl">
            <Count count={count} isError={isError} skeletonClassName="h-7.5 w-12 @2xl:h-9" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const memberFilters = listFilters({ role: ['all', ...roles] });
/** A multiple of the number of columns, so that a full page fills its last row. */
const pageSize = 24;
/** A list older than this is refetched when the screen opens, because new members may have registered. */
const membersFreshMs = 5_000;

/** Loads the members that match the filters, newest account first, page by page. */
function useMembers(filters: typeof memberFilters.none) {
  const query = { limit: String(pageSize), ...memberFilters.write(filters) };
  return useInfiniteQuery({
    queryKey: [listMembers.path, query],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => readListPage(listMembers, { ...query, cursor }, signal),
    getNextPageParam: (page) => page.next,
    staleTime: membersFreshMs,
    placeholderData: keepPreviousData,
  });
}

function MemberList({ members, list }: { members: readonly Member[]; list: ReturnType<typeof useMembers> }) {
  const { isPlaceholderData: isOutdated, hasNextPage, isFetchingNextPage } = list;
  const visitor = useCurrentUser();
  const ownId = visitor.state === 'signed-in' ? visitor.user.id : undefined;
  const role = useDialogSubject<Member>();
  const history = useDialogSubject<Member>();
  const state = useDialogSubject<{ member: Member; change: StateChange }>();
  const { rowAt, showMore } = useFirstOfMore(
    members.length,
    () => void loadNextPage(list, "We couldn't load more members."),
  );
  const today = serverToday();
  return (
    <>
      <ul
        aria-label="Members"
        aria-busy={isOutdated}
        className={classNames(memberGrid, 'transition-opacity', isOutdated && 'opacity-60')}
      >
        {members.map((member, index) => (
          <MemberCard
            key={member.id}
            ref={(card) => rowAt(index, card)}
            member={member}
            isOwn={member.id === ownId}
            today={today}
            onChangeRole={() => role.show(member)}
            onShowHistory={() => history.show(member)}
            onChangeState={(change) => state.show({ member, change })}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className="mt-5 text-center">
          <MoreButton busy={isFetchingNextPage} onClick={showMore} />
        </div>
      )}
      {role.subject && (
        <MemberRoleDialog
          key={role.opening}
          member={role.subject}
          ownId={ownId}
          open={role.open}
          onOpenChange={role.setOpen}
        />
      )}
      {state.subject && (
        <MemberStateDialog key={state.opening} {...state.subject} open={state.open} onOpenChange={state.setOpen} />
      )}
      {history.subject && (
        <Dialog
          open={history.open}
          onOpenChange={history.setOpen}
          title={personName(history.subject)}
          description={history.subject.username}
        >
          <div className="space-y-6">
            <HistoryList subject="user" id={history.subject.id} />
            <SessionList sessions={sessionsOf(history.subject.id)} heading="h3" />
          </div>
        </Dialog>
      )}
    </>
  );
}
