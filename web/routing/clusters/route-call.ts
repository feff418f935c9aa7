import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../contract/accounts.ts';
import { type AddressCluster, optimizeClusterRoute } from '../../../contract/routing.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { driverLabelOf } from '../../pickups/requests/words.ts';
import { toast } from '../../ui/toast/toast.ts';
import { stopsText } from '../route-words.ts';

/**
 * Makes a route of an area for one driver. Whether it worked or the area had changed meanwhile (409), everything that shows
 * it is read again; `onOver` is called when there is nothing left to choose.
 */
export function useClusterRoute(cluster: AddressCluster, onOver: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (driver: User) => call(optimizeClusterRoute, { body: { clusterId: cluster.id, driverId: driver.id } }),
    onSuccess: ({ totalStops }, driver) => {
      toast({
        title: 'Route Created!',
        description: `${stopsText(totalStops)} in ${cluster.name} for ${driverLabelOf(driver)}.`,
      });
      onOver();
    },
    onError: (error) => {
      toast({
        title: 'Failed to Create Route',
        description: messageOf(error, 'The route could not be created. Please try again.'),
        variant: 'destructive',
      });
      if (error instanceof ApiError && error.code === 'stale_cluster') onOver();
    },
    onSettled: () => void refreshAdmin(cache),
  });
}
