import { useMutation, useQueryClient } from '@tanstack/react-query';
import { optimizePackageRoute, optimizeSubscriptionRoute } from '../../../contract/routing.ts';
import { type DateKey, formatDateKey } from '../../../contract/values/time/dates.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { capitalized } from '../../ui/text/capitalized.ts';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { routesText, stopsText } from '../route-words.ts';

const endpoints = { subscription: optimizeSubscriptionRoute, package: optimizePackageRoute };
export type RouteType = keyof typeof endpoints;

export const optimizeFailure = "We couldn't optimize the route. Please try again.";

interface Wanted {
  readonly type: RouteType;
  readonly body: { readonly date?: DateKey; readonly includeAssigned?: boolean };
}

/** Plans the routes of a service type. */
export function useOptimize() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ type, body }: Wanted) => call(endpoints[type], { body }),
    onSuccess: ({ type, date, totalStops, routes }) =>
      toast({
        title: `${capitalized(type)} Route Optimized`,
        description: `${formatDateKey(date, 'long')}: ${routesText(routes.length)}, ${stopsText(totalStops)}.`,
      }),
    onError: (error) => toastFailure(error, optimizeFailure, 'Optimization Failed'),
    onSettled: () => void refreshAdmin(cache),
  });
}
