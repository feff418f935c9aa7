import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { listRoutes, type Route } from '../../../contract/routing.ts';
import { read } from '../../api/query-client.ts';
import { serverToday } from '../../api/server-clock.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { routesText } from '../route-words.ts';
import { inReadingOrder, noRoutesText, routeText } from './route-text.ts';

/**
 * The alert of "View All Routes": every route as plain text. It loads again at each opening. Until then
 * it shows the routes loaded before.
 */
export function AllRoutesDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const ok = useRef<HTMLButtonElement>(null);
  const { data, error, isFetching, refetch } = useQuery({
    ...read(listRoutes),
    enabled: open,
    staleTime: 0,
  });
  return (
    <Dialog
      role="alertdialog"
      open={open}
      onOpenChange={onOpenChange}
      title="All Routes"
      initialFocus={ok}
      description={summaryOf(data, error)}
      footer={
        <>
          {error && (
            <Button variant="outline" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          )}
          <Button ref={ok} onClick={() => onOpenChange(false)}>
            OK
          </Button>
        </>
      }
    >
      {data && data.length > 0 && (
        <div className="space-y-4">
          {inReadingOrder(data, serverToday()).map((route) => (
            <p
              key={route.id}
              className="whitespace-pre-line break-words border-line border-t pt-3 first-line:font-semibold first:border-t-0 first:pt-0"
            >
              {routeText(route)}
            </p>
          ))}
        </div>
      )}
    </Dialog>
  );
}

function summaryOf(routes: readonly Route[] | undefined, error: Error | null): string {
  if (error && !routes?.length) return `We couldn't load the routes. ${error.message}`;
  if (!routes) return 'Loading routes...';
  if (routes.length === 0) return noRoutesText;
  return error ? `${routesText(routes.length)} · the last refresh failed` : routesText(routes.length);
}
