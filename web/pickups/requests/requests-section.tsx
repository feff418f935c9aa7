import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AdminPickup, countRequests, listAdminPickups, type RequestCounts } from '../../../contract/pickups.ts';
import { read } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { countTextOf } from '../../ui/count-text.ts';
import { type DialogSubject, useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { ChipRow } from '../../ui/list/chip-row.tsx';
import { Count } from '../../ui/list/count.tsx';
import { useListFilters } from '../../ui/list/filters.ts';
import { ListSearch } from '../../ui/list/list-search.tsx';
import { ListStates } from '../../ui/list/list-states.tsx';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { CancelDialog } from '../moves/cancel-dialog.tsx';
import { RescheduleDialog } from '../reschedule/dialog.tsx';
import { RequestDetails } from './details.tsx';
import { type RequestStatus, requestFilters, requestQuery, requestStatuses } from './filters.ts';
import { RequestList } from './list.tsx';
import { emptyTextOf, filterLabels, shownTextOf } from './words.ts';

const refreshEveryMs = 15_000;

/** One-Time Requests: pickups booked without a plan, for the dispatcher to assign. */
export default function RequestsSection() {
  const [filters, change] = useListFilters(requestFilters);
  const list = useQuery({
    ...read(listAdminPickups, { query: requestQuery(filters) }),
    refetchInterval: refreshEveryMs,
    placeholderData: keepPreviousData,
  });
  const { data: counts, isError: isCountError } = useQuery({ ...read(countRequests), refetchInterval: refreshEveryMs });
  const details = useDialogSubject<AdminPickup>();
  const reschedule = useDialogSubject<AdminPickup>();
  return (
    <div className="@container space-y-5">
      <RequestDayCounts counts={counts} isError={isCountError} />
      <div className="space-y-3">
        <ChipRow
          legend="Filter by status"
          chips={requestStatuses
            .filter((status) => status === filters.status || isOffered(status, counts))
            .map((status) => ({
              id: status,
              label: filterLabels[status],
              count: counts && countTextOf(counts[status]),
            }))}
          chosen={filters.status}
          onChoose={(status) => change({ status })}
        />
        <div className="grid gap-3 @xl:grid-cols-[minmax(0,1fr)_13rem]">
          <ListSearch
            label="Search by address or customer"
            placeholder="Search address or customer"
            q={filters.q}
            onSearch={(q) => change({ q })}
          />
          <SelectField
            label="Sort"
            labelHidden
            value={filters.sort}
            onChange={(event) => change({ sort: event.target.value === 'oldest' ? 'oldest' : 'newest' })}
          >
            <option value="newest">Newest First</option>
            <option value="oldest">Oldest First</option>
          </SelectField>
        </div>
      </div>
      <ListStates
        query={list}
        rows={list.data}
        shown={({ length }) => shownTextOf(length, counts?.[filters.status], filters)}
        errorTitle="Requests could not be loaded"
        skeleton={<SkeletonList label="Loading requests" rows={6} rowClassName="h-72 @4xl:h-28" />}
        empty={
          <EmptyState
            title="No One-Time Requests"
            art={<EmptyStoop />}
            action={
              filters.q && (
                <Button variant="outline" onClick={() => change({ q: '' })}>
                  Clear search
                </Button>
              )
            }
          >
            {emptyTextOf(filters.status)}
            {filters.q && <p className="mt-1 break-words">Nothing matches “{filters.q}”.</p>}
          </EmptyState>
        }
      >
        {(requests) => (
          <RequestList
            requests={requests}
            isOutdated={list.isPlaceholderData}
            onOpen={details.show}
            onReschedule={reschedule.show}
          />
        )}
      </ListStates>
      <RequestDialogs details={details} reschedule={reschedule} />
    </div>
  );
}

const alwaysOffered: readonly RequestStatus[] = ['all', 'pending', 'assigned', 'completed'];

/** Issues, Incomplete and Cancelled are offered only when there are such requests. */
function isOffered(status: RequestStatus, counts: RequestCounts | undefined): boolean {
  return alwaysOffered.includes(status) || (counts?.[status] ?? 0) > 0;
}

function RequestDayCounts({ counts, isError }: { counts: RequestCounts | undefined; isError: boolean }) {
  const days = [
    { label: 'Same-Day', count: counts?.sameDay },
    { label: 'Next-Day', count: counts?.nextDay },
  ];
  return (
    <dl className="grid grid-cols-2 tiny:grid-cols-1 gap-3 @xl:flex @xl:gap-10">
      {days.map(({ label, count }) => (
        <div
          key={label}
          className="flex flex-col-reverse rounded-card border border-line bg-paper px-4 py-3 @xl:h-8 @xl:flex-row @xl:items-baseline @xl:gap-2.5 @xl:border-0 @xl:bg-transparent @xl:p-0"
        >
          <dt className="text-soft">{label}</dt>
          <dd className="font-bold font-display text-2xl tabular-nums leading-tight">
            <Count count={count} isError={isError} skeletonClassName="h-7.5 w-8" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface RequestDialogsProps {
  details: DialogSubject<AdminPickup>;
  reschedule: DialogSubject<AdminPickup>;
}

/** The dialogs of a request. They are rendered beside the list because a refresh may remove the row. */
function RequestDialogs({ details, reschedule }: RequestDialogsProps) {
  const cancel = useDialogSubject<AdminPickup>();
  return (
    <>
      {details.subject && (
        <RequestDetails
          key={details.opening}
          asOpened={details.subject}
          open={details.open}
          onOpenChange={details.setOpen}
          onReschedule={reschedule.show}
          onCancel={cancel.show}
        />
      )}
      {reschedule.subject && (
        <RescheduleDialog
          key={`reschedule ${reschedule.opening}`}
          open={reschedule.open}
          onOpenChange={reschedule.setOpen}
          subject={{
            kind: 'pickup',
            id: reschedule.subject.id,
            title: reschedule.subject.address,
            currentDate: reschedule.subject.scheduledDate,
          }}
        />
      )}
      {cancel.subject && (
        <CancelDialog
          key={`cancel ${cancel.opening}`}
          pickup={cancel.subject}
          open={cancel.open}
          onOpenChange={cancel.setOpen}
          onDone={() => details.setOpen(false)}
        />
      )}
    </>
  );
}
