import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, CalendarSync, ListChecks, Package, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  listRoutes,
  type OptimizedRoutes,
  optimizePackageRoute,
  optimizeSubscriptionRoute,
  type Route,
} from '../../../contract/routing.ts';
import { type DateKey, dateKeyOf, formatDateKey } from '../../../contract/values/dates.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import {
  capitalized,
  durationText,
  inReadingOrder,
  milesText,
  noRoutesText,
  routesText,
  routeText,
  savingText,
  stopsText,
} from '../route-words.ts';

const choices = [
  { type: 'subscription', label: 'Optimize Subscription Route', Icon: CalendarSync },
  { type: 'package', label: 'Optimize Package Route', Icon: Package },
] as const satisfies readonly { type: RouteType; label: string; Icon: typeof Package }[];

interface OptimizeBarProps {
  /** The date that is planned; until it is known the server chooses. */
  date: DateKey | undefined;
  onPlanned: (date: DateKey) => void;
}

/** The buttons that plan the routes of a date, the outcome panel, and View All Routes. */
export function OptimizeBar({ date, onPlanned }: OptimizeBarProps) {
  const optimize = useOptimize();
  const [isListOpen, setIsListOpen] = useState(false);
  const [includeAssigned, setIncludeAssigned] = useState(false);
  const plan = (type: RouteType, day: DateKey | undefined) => {
    if (optimize.isPending) return;
    const wanted = { type, body: { ...(day && { date: day }), ...(includeAssigned && { includeAssigned }) } };
    // This callback runs only while the screen is mounted: it must not navigate back to it.
    optimize.mutate(wanted, { onSuccess: (result) => onPlanned(result.date) });
  };
  const press = (type: RouteType) => plan(type, date);
  return (
    <div>
      <div className="grid grid-cols-1 gap-3 @2xl:flex @2xl:flex-wrap @2xl:items-center">
        {choices.map(({ type, label, Icon }) => {
          const isRunning = optimize.isPending && optimize.variables.type === type;
          return (
            <Button
              key={type}
              icon={<Icon className="size-5 shrink-0" aria-hidden="true" />}
              busy={isRunning}
              busyLabel="Optimizing..."
              disabled={optimize.isPending && !isRunning}
              onClick={() => press(type)}
            >
              {label}
            </Button>
          );
        })}
        <Button
          variant="outline"
          icon={<ListChecks className="size-5 shrink-0" aria-hidden="true" />}
          onClick={() => setIsListOpen(true)}
        >
          View All Routes
        </Button>
        <CheckboxField
          label="Also move assigned stops that nobody has begun"
          className="min-w-0 grow basis-48 text-[0.9375rem] leading-snug"
          checked={includeAssigned}
          onChange={({ target }) => setIncludeAssigned(target.checked)}
        />
      </div>
      <OptimizeOutcome optimize={optimize} onPlan={plan} />
      <AllRoutesDialog open={isListOpen} onOpenChange={setIsListOpen} />
    </div>
  );
}

interface OptimizeOutcomeProps {
  optimize: ReturnType<typeof useOptimize>;
  onPlan: (type: RouteType, date: DateKey) => void;
}

/** One panel for progress and result, so that nothing below it moves when the response arrives. */
function OptimizeOutcome({ optimize, onPlan }: OptimizeOutcomeProps) {
  const { status, data, error, variables, reset } = optimize;
  // Nothing is left on this date: the server names the next one with stops of the type.
  const next = error instanceof ApiError ? error.errors.nextDate : undefined;
  if (status === 'idle') return null;
  return (
    <section
      aria-label="Optimization"
      className="relative mt-4 min-h-64 rounded-card border border-line bg-paper p-4 @2xl:min-h-38 @2xl:px-5"
    >
      {status === 'pending' && <OptimizeProgress type={variables.type} />}
      {status === 'success' && <Result result={data} />}
      {status === 'error' && (
        <div className="pr-10">
          <h2 className="text-xl text-brick">Optimization Failed</h2>
          <p className="mt-1 break-words">{messageOf(error, optimizeFailure)}</p>
          {next && variables ? (
            <Button variant="outline" size="sm" className="mt-3" onClick={() => onPlan(variables.type, next)}>
              Plan {formatDateKey(next)}, the next day with stops
            </Button>
          ) : (
            <p className="mt-2 text-soft">You can try again at any time. Nothing is planned twice.</p>
          )}
        </div>
      )}
      {status !== 'pending' && (
        <IconButton label="Close" className="absolute! top-2 right-2" onClick={reset}>
          <X className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </section>
  );
}

function Result({ result }: { result: OptimizedRoutes }) {
  const figures = [
    { label: 'Routes', value: result.routes.length.toLocaleString('en-US') },
    { label: 'Stops', value: result.totalStops.toLocaleString('en-US') },
    { label: 'Distance', value: milesText(result.totalMiles) },
    { label: 'Time', value: durationText(result.totalMinutes) },
  ];
  return (
    <>
      <h2 className="pr-10 text-xl">
        {capitalized(result.type)} Route
        <span className="block font-normal text-soft @2xl:ml-3 @2xl:inline">{formatDateKey(result.date, 'long')}</span>
      </h2>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 @2xl:grid-cols-4">
        {figures.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-[0.9375rem] text-soft leading-tight">{label}</dt>
            <dd className="font-bold font-display text-xl tabular-nums leading-tight">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 flex items-start gap-2 font-semibold text-leaf">
        <BadgeCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {savingText(result)}
      </p>
      <LeftOver result={result} />
      {result.isShared && (
        <p className="mt-1 text-soft">These routes were already being optimized, so this is the result of that run.</p>
      )}
    </>
  );
}

/** Drivers whose day ends after their shift, and stops that fit into nobody's. */
function LeftOver({ result: { overloads, unassigned } }: { result: OptimizedRoutes }) {
  return (
    <>
      {overloads.length > 0 && (
        <p className="mt-1 font-semibold text-brick">
          {overloads
            .map(({ driverName, overMinutes }) => `${driverName}: ${durationText(overMinutes)} over shift`)
            .join(' · ')}
        </p>
      )}
      {unassigned.length > 0 && (
        <details className="mt-1">
          <summary className="min-h-11 content-center font-semibold text-brick">
            {stopsText(unassigned.length)} could not be assigned
          </summary>
          <ul className="space-y-1">
            {unassigned.map(({ id, address, reason }) => (
              <li key={id} className="leading-snug">
                {address}: <span className="text-soft">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Progress of unknown length, with the seconds so far. */
function OptimizeProgress({ type }: { type: RouteType | undefined }) {
  const seconds = useSeconds();
  return (
    <div>
      <h2 className="text-xl">Finding the best order</h2>
      <p role="status" className="mt-1 text-soft">
        Assigning the {type} stops to drivers and ordering each route. This takes a few seconds.
      </p>
      <div
        role="progressbar"
        aria-label={`Optimizing ${type} stops`}
        className="mt-4 h-3 overflow-hidden rounded-full bg-step"
      >
        <div className="h-full w-1/3 animate-[progress-sweep_1.6s_ease-in-out_infinite] rounded-full bg-azure" />
      </div>
      <p aria-hidden="true" className="mt-2 text-[0.9375rem] text-soft tabular-nums">
        {seconds === 1 ? '1 second' : `${seconds} seconds`}
      </p>
    </div>
  );
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedMs = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startedMs) / 1000)), 250);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

const endpoints = { subscription: optimizeSubscriptionRoute, package: optimizePackageRoute };
type RouteType = keyof typeof endpoints;

const optimizeFailure = 'The route could not be optimized. Please try again.';

interface Wanted {
  readonly type: RouteType;
  readonly body: { readonly date?: DateKey; readonly includeAssigned?: boolean };
}

/** Plans the routes of a service type. */
function useOptimize() {
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

/** The alert of View All Routes: every route as plain text, loaded again at each opening. */
function AllRoutesDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const ok = useRef<HTMLButtonElement>(null);
  const { data, error, isFetching, refetch } = useQuery({
    ...read(listRoutes),
    enabled: open,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  return (
    <Dialog
      role="alertdialog"
      open={open}
      onOpenChange={onOpenChange}
      title="All Routes"
      initialFocus={ok}
      description={isFetching ? 'Loading routes...' : summaryOf(data, error)}
      footer={
        <>
          {error && !isFetching && (
            <Button variant="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
          <Button ref={ok} onClick={() => onOpenChange(false)}>
            OK
          </Button>
        </>
      }
    >
      {!isFetching && !error && data && data.length > 0 && (
        <div className="space-y-4">
          {inReadingOrder(data, dateKeyOf(new Date())).map((route) => (
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
  if (error) return `The routes could not be loaded. ${error.message}`;
  if (!routes || routes.length === 0) return noRoutesText;
  return routesText(routes.length);
}
