import { useId } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { RequestDetails } from '../../pickups/requests/details.tsx';
import { Card } from '../../ui/card.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { MoreButton } from '../../ui/list/more-button.tsx';
import { loadNextPage } from '../../ui/list/next-page.ts';
import { useFirstOfMore } from '../../ui/list/use-first-of-more.ts';
import { PartError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCustomerLists } from '../use-pages.ts';
import { PickupRow } from './pickup-row.tsx';

type Pages = ReturnType<typeof useCustomerLists>['upcoming'];
const itemsOf = (pages: Pages) => pages.data?.pages.flatMap((page) => page.items);

/** Upcoming pickups, then all others. */
export function CustomerPickups({ customerId }: { customerId: string }) {
  const { upcoming, past } = useCustomerLists(customerId);
  const opened = useDialogSubject<AdminPickup>();
  return (
    <>
      <PickupList title="Upcoming pickups" empty="No upcoming pickups." pages={upcoming} onOpen={opened.show} />
      <PickupList title="Past and cancelled" empty="Nothing yet." pages={past} onOpen={opened.show} />
      <RequestDetails
        id={opened.open && opened.subject ? opened.subject.id : ''}
        inList={opened.subject ?? undefined}
        onClose={() => opened.setOpen(false)}
      />
    </>
  );
}

interface PickupListProps {
  title: string;
  empty: string;
  pages: Pages;
  onOpen: (pickup: AdminPickup) => void;
}

function PickupList({ title, empty, pages, onOpen }: PickupListProps) {
  const headingId = useId();
  const pickups = itemsOf(pages);
  const { rowAt, showMore } = useFirstOfMore(
    pickups?.length ?? 0,
    () => void loadNextPage(pages, "We couldn't load more pickups."),
  );
  return (
    <Card as="section" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-lg">
        <span>{title}</span>
        {pickups && pickups.length > 0 && (
          <span className="font-normal text-soft">{` ${pages.data?.pages.at(-1)?.total ?? ''}`}</span>
        )}
      </h2>
      {pickups === undefined ? (
        <ListWait pages={pages} />
      ) : pickups.length === 0 ? (
        <p className="mt-2 text-soft">{empty}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {pickups.map((pickup, index) => (
            <PickupRow key={pickup.id} ref={(row) => rowAt(index, row)} pickup={pickup} onOpen={() => onOpen(pickup)} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <div className="mt-4 text-center">
          <MoreButton busy={pages.isFetchingNextPage} onClick={showMore} />
        </div>
      )}
    </Card>
  );
}

function ListWait({ pages }: { pages: Pages }) {
  if (pages.isError) {
    return (
      <div className="mt-3">
        <PartError message="We couldn't load the pickups." {...retryOf(pages)} />
      </div>
    );
  }
  return (
    <div role="status" className="mt-3 space-y-3">
      <span className="sr-only">Loading pickups</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}
