import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DateKey, formatDateKey } from '../../contract/dates.ts';
import { optimizePackageRoute, optimizeSubscriptionRoute } from '../../contract/routing.ts';
import { refreshAdmin } from '../admin/refresh-admin.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { toast } from '../ui/toast.ts';
import { capitalized, stopsText } from './route-words.ts';

const endpoints = { subscription: optimizeSubscriptionRoute, package: optimizePackageRoute };
export type RouteType = keyof typeof endpoints;

/** Plans the stops of a type. `onPlanned` hears for which day: today, or the next one that has any. */
export function useOptimize(onPlanned: (day: DateKey) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (type: RouteType) => call(endpoints[type]),
    onSuccess: ({ type, date, totalStops, routes }) => {
      const drivers = routes.length === 1 ? '1 route' : `${routes.length} routes`;
      toast({
        title: `${capitalized(type)} Route Optimized`,
        description: `${formatDateKey(date, 'long')}: ${drivers}, ${stopsText(totalStops)}.`,
      });
      onPlanned(date);
    },
    onError: (error) =>
      toast({
        title: 'Optimization Failed',
        description: messageOf(error, 'The route could not be optimized. Please try again.'),
        variant: 'destructive',
      }),
    onSettled: () => void refreshAdmin(cache),
  });
}
