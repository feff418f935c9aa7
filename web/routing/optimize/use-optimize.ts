import { useMutation, useQueryClient } from '@tanstack/react-query';
import { optimizePackageRoute, optimizeSubscriptionRoute } from '../../../contract/routing.ts';
import { formatDateKey } from '../../../contract/values/dates.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { toast } from '../../ui/toast/toast.ts';
import { capitalized, routesText, stopsText } from '../route-words.ts';

const endpoints = { subscription: optimizeSubscriptionRoute, package: optimizePackageRoute };
export type RouteType = keyof typeof endpoints;

export const optimizeFailure = 'The route could not be optimized. Please try again.';

/** Plans the routes of a service type for today, or for the next day that has stops. */
export function useOptimize() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (type: RouteType) => call(endpoints[type]),
    onSuccess: ({ type, date, totalStops, routes }) =>
      toast({
        title: `${capitalized(type)} Route Optimized`,
        description: `${formatDateKey(date, 'long')}: ${routesText(routes.length)}, ${stopsText(totalStops)}.`,
      }),
    onError: (error) =>
      toast({ title: 'Optimization Failed', description: messageOf(error, optimizeFailure), variant: 'destructive' }),
    onSettled: () => void refreshAdmin(cache),
  });
}
