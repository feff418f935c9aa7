import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AddressCluster, listAddressClusters } from '../../../contract/routing.ts';
import { read } from '../../api/query-client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useRowFocus } from '../../ui/hooks/use-row-focus.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ClusterCard } from './card.tsx';
import { ClusterRouteDialog } from './route-dialog.tsx';

const columns = 'grid grid-cols-1 items-start gap-3 @2xl:grid-cols-2 @2xl:gap-4 @4xl:grid-cols-3';

/** The areas with unassigned stops. Each can become a route. */
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
        <LoadError
          title="Customer clusters could not be loaded"
          message={list.error.message}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
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
