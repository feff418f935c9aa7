import { BadgeCheck, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OptimizedRoutes } from '../../../contract/routing.ts';
import { type DateKey, formatDateKey } from '../../../contract/values/time/dates.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { groupBy } from '../../ui/group-by.ts';
import { capitalized } from '../../ui/text/capitalized.ts';
import { durationText, milesText, savingText, stopsText, streetOf } from '../route-words.ts';
import { overloadText } from './overload-text.ts';
import { progressText } from './progress-text.ts';
import { optimizeFailure, type RouteType, type useOptimize } from './use-optimize.ts';

interface OptimizeOutcomeProps {
  optimize: ReturnType<typeof useOptimize>;
  onPlan: (type: RouteType, date: DateKey) => void;
}

/** One panel for progress and result, so that nothing below it moves when the response arrives. */
export function OptimizeOutcome({ optimize, onPlan }: OptimizeOutcomeProps) {
  const { status, data, error, variables, reset } = optimize;
  // If no stops are left on this date, the error names the next date with stops of the type.
  const next = error instanceof ApiError ? error.errors.nextDate : undefined;
  if (status === 'idle') return null;
  return (
    <section
      aria-label="Optimization"
      className="relative mt-4 min-h-64 rounded-card border border-line bg-paper p-4 @2xl:min-h-50 @2xl:px-5"
    >
      {status === 'pending' && <OptimizeProgress type={variables.type} />}
      {status === 'success' && <Result result={data} />}
      {status === 'error' && (
        <div className="pr-10">
          <h2 className="text-xl text-brick">Optimization Failed</h2>
          <p className="mt-1 break-words">{messageOf(error, optimizeFailure)}</p>
          {next && variables ? (
            <Button variant="outline" size="sm" className="mt-3" onClick={() => onPlan(variables.type, next)}>
              {`Plan ${formatDateKey(next)}, the next day with stops`}
            </Button>
          ) : (
            <p className="mt-2 text-soft">You can try again at any time. Nothing will be planned twice.</p>
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
        <span>{`${capitalized(result.type)} Route`}</span>
        <span className="block font-normal text-soft @2xl:ml-3 @2xl:inline">{formatDateKey(result.date, 'long')}</span>
      </h2>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 @2xl:grid-cols-4">
        {figures.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-[0.9375rem] text-soft leading-tight">{label}</dt>
            <dd className="font-bold font-display text-xl leading-tight">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 flex items-start gap-2 font-semibold text-leaf">
        <BadgeCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span>{savingText(result, result.overloads.length + result.unassigned.length === 0)}</span>
      </p>
      <LeftOver result={result} />
      {result.isShared && (
        <p className="mt-1 text-soft">These routes were already being optimized, so this is the result of that run.</p>
      )}
    </>
  );
}

/** A longer list of stops is closed at first, so that the board below stays within reach. */
const mostListed = 10;

/** The drivers whose day exceeds their shift or whose truck is too full, and the stops that fit nowhere. */
function LeftOver({ result: { overloads, unassigned } }: { result: OptimizedRoutes }) {
  return (
    <>
      {overloads.length > 0 && (
        <ul aria-label="Overloaded drivers" className="mt-2 rounded-control bg-brick-wash px-3 py-1.5 text-brick">
          {overloads.map((overload) => (
            <li key={overload.driverId} className="break-words leading-snug">
              <span className="font-semibold">{overload.driverName}</span>
              <span>{`: ${overloadText(overload)}`}</span>
            </li>
          ))}
        </ul>
      )}
      {unassigned.length > 0 && (
        <details className="mt-1" open={unassigned.length <= mostListed}>
          <summary className="min-h-11 content-center font-semibold text-brick">
            {`${stopsText(unassigned.length)} couldn't be assigned`}
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section aria-label="By reason" tabIndex={0} className="max-h-80 space-y-2 overflow-y-auto">
            {byReason(unassigned).map(([reason, stops]) => (
              <div key={reason}>
                <p className="font-semibold leading-snug">
                  <span>{reason}</span> <span className="font-normal text-soft">{stopsText(stops.length)}</span>
                </p>
                <ul aria-label={reason} className="columns-2 gap-x-4 text-soft @2xl:columns-3 @4xl:columns-4">
                  {stops.map(({ id, address }) => (
                    <li key={id} className="break-words leading-snug">
                      {streetOf(address)}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </section>
        </details>
      )}
    </>
  );
}

type LeftOverStop = OptimizedRoutes['unassigned'][number];

/** Groups the stops by reason, the most frequent reason first. */
function byReason(stops: readonly LeftOverStop[]): [string, LeftOverStop[]][] {
  return [...groupBy(stops, ({ reason }) => reason)].sort(([, one], [, other]) => other.length - one.length);
}

/** The progress of planning, whose duration is unknown, with the seconds elapsed. */
function OptimizeProgress({ type }: { type: RouteType | undefined }) {
  const seconds = useSeconds();
  return (
    <div>
      <h2 className="text-xl">Finding the best order</h2>
      <p role="status" className="mt-1 text-soft">
        {progressText(type, seconds)}
      </p>
      <div
        role="progressbar"
        aria-label={`Optimizing ${type} stops`}
        className="mt-4 h-3 overflow-hidden rounded-full bg-step"
      >
        <div className="h-full w-1/3 animate-[progress-sweep_1.6s_ease-in-out_infinite] rounded-full bg-azure" />
      </div>
      <p aria-hidden="true" className="mt-2 text-[0.9375rem] text-soft">
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
