import { useQuery } from '@tanstack/react-query';
import { type Ref, useId, useState } from 'react';
import { bagsText } from '../../../contract/pickups.ts';
import { type AddressCluster, listAddressClusters } from '../../../contract/routing.ts';
import { read } from '../../api/query-client.ts';
import { serverToday } from '../../api/server-clock.ts';
import { PickupMoves } from '../../pickups/moves/pickup-moves.tsx';
import { dayText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useRowFocus } from '../../ui/hooks/use-row-focus.ts';
import { LoadError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { capitalized } from '../../ui/text/capitalized.ts';
import { moneyText } from '../../ui/text/money-text.ts';
import { PersonName } from '../../ui/text/person-name.tsx';
import { durationText } from '../route-words.ts';
import { ClusterRouteDialog } from './route-dialog.tsx';

const columns = 'grid grid-cols-1 items-start gap-3 @2xl:grid-cols-2 @2xl:gap-4 @4xl:grid-cols-3';

/** The areas with unassigned stops. Each area can become a route. */
export function Clusters() {
  const list = useQuery(read(listAddressClusters));
  const clusters = list.data ?? [];
  const rows = useRowFocus(clusters.map(({ id }) => id));
  const [chosen, setChosen] = useState<AddressCluster>();
  const [isChoosing, setIsChoosing] = useState(false);

  return (
    <div aria-busy={list.isFetching}>
      {list.isPending ? (
        <div role="status" className={columns}>
          <span className="sr-only">Loading customer clusters</span>
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-56 rounded-card" />
          ))}
        </div>
      ) : list.data === undefined ? (
        <LoadError title="We couldn't load the customer clusters" message={list.error.message} {...retryOf(list)} />
      ) : clusters.length === 0 ? (
        <EmptyState title="No customer clusters found" heading="h3" className="py-8">
          Unassigned pickups will appear here by area.
        </EmptyState>
      ) : (
        <ul aria-label="Customer clusters" className={columns}>
          {clusters.map((cluster) => (
            <ClusterCard
              key={cluster.id}
              ref={rows.rowRef(cluster.id)}
              cluster={cluster}
              onCreateRoute={() => {
                rows.act(cluster.id);
                setChosen(cluster);
                setIsChoosing(true);
              }}
            />
          ))}
        </ul>
      )}
      {chosen && <ClusterRouteDialog key={chosen.id} cluster={chosen} open={isChoosing} onOpenChange={setIsChoosing} />}
    </div>
  );
}

interface ClusterCardProps {
  cluster: AddressCluster;
  onCreateRoute: () => void;
  ref: Ref<HTMLLIElement>;
}

/** One area: its customers, its estimated revenue, and the addresses on demand. */
function ClusterCard({ cluster, onCreateRoute, ref }: ClusterCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { name, status, date, totalCustomers, estimatedRevenue, estimatedMinutes, addresses } = cluster;
  const isAvailable = status === 'available';
  return (
    <li
      ref={ref}
      tabIndex={-1}
      aria-labelledby={`${id}-name ${id}-day`}
      className="rounded-card border border-line bg-paper p-4 outline-none focus-visible:outline-3"
    >
      <div className="flex items-start justify-between gap-2">
        <h3 id={`${id}-name`} className="min-w-0 break-words text-lg leading-snug">
          {name}
        </h3>
        <Badge tone={isAvailable ? 'leaf' : 'neutral'}>{capitalized(status)}</Badge>
      </div>
      <p className="mt-1 text-soft">
        <span id={`${id}-day`}>{dayText(date, serverToday())}</span>
        <span>{` · about ${durationText(estimatedMinutes)}`}</span>
      </p>
      <dl className="mt-3 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3">
        <Figure name={totalCustomers === 1 ? 'Customer' : 'Customers'}>{totalCustomers.toLocaleString('en-US')}</Figure>
        <Figure name="Estimated revenue">{moneyText(estimatedRevenue)}</Figure>
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          className="grow px-3!"
          aria-expanded={isOpen}
          aria-controls={`${id}-details`}
          aria-describedby={`${id}-name ${id}-day`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide Details' : 'View Details'}
        </Button>
        {isAvailable && (
          <Button size="sm" className="grow px-3!" aria-describedby={`${id}-name ${id}-day`} onClick={onCreateRoute}>
            Create Route
          </Button>
        )}
      </div>
      <ul
        id={`${id}-details`}
        hidden={!isOpen}
        aria-label={`Customers in ${name}`}
        className="mt-4 border-line border-t"
      >
        {isOpen &&
          addresses.map(({ customerId, username, name: customer, address, bagCount, pickup }, index) => (
            // A customer may have two pickups at one address, so the customer's id alone isn't unique.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={`${customerId} ${index}`} className="border-line border-b py-2.5 last:border-b-0 last:pb-0">
              <div className="-my-2 flex items-center justify-between gap-2">
                <p className="flex min-w-0 grow items-baseline justify-between gap-3">
                  <span className="min-w-0 break-words font-semibold">
                    <PersonName name={customer} username={username} />
                  </span>
                  <span className="shrink-0 text-soft">{bagsText(bagCount)}</span>
                </p>
                {pickup && (
                  <PickupMoves
                    pickup={{ ...pickup, address, driverId: null, customerName: customer, customerUsername: username }}
                  />
                )}
              </div>
              <p translate="no" className="break-words text-[0.9375rem] text-soft leading-snug">
                {address}
              </p>
            </li>
          ))}
      </ul>
    </li>
  );
}

function Figure({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-[0.9375rem] text-soft">{name}</dt>
      <dd className="break-words font-bold font-display text-2xl leading-tight">{children}</dd>
    </div>
  );
}
