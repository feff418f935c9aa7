import { Info, Route } from 'lucide-react';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { isOpenItem, type NumberedStop, type RouteItem, withVisits } from '../schedule.ts';
import { type RouteLeg, routeLegs } from '../stop/maps-links.ts';
import { useSavedState } from './use-saved-state.ts';

/** The "Route Optimization" card: opens the whole route in the phone's maps app and estimates time and miles. */
export function RouteTools({ stops, visits }: { stops: readonly NumberedStop[]; visits: readonly DisposalVisit[] }) {
  const [saved, setStart] = useSavedState('starting-address');
  const start = saved ?? '';
  const open = withVisits(stops, visits).filter(isOpenItem);
  const legs = routeLegs(
    open.map((item) => (item.kind === 'stop' ? item.stop : item.visit)),
    start,
  );
  return (
    <TitledCard id="route-optimization" title="Route Optimization" className="px-3! py-3! sm:px-4!">
      <div className="mt-2 grid items-end gap-x-3 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(18rem,auto)] xl:grid-cols-1">
        <TextField
          label="Starting Address"
          placeholder="Where you are now"
          inputClassName="placeholder:text-soft"
          autoComplete="off"
          maxLength={255}
          value={start}
          onChange={(event) => setStart(event.target.value)}
        />
        <div className="grid grid-cols-2 gap-2 tiny:grid-cols-1">
          {legs[0] ? (
            <a
              href={legs[0].href}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass('outline', 'md', 'px-2!')}
            >
              <Route className="size-5 shrink-0" aria-hidden="true" />
              <span>Full Route</span>
            </a>
          ) : (
            <UnavailableButton label="Full Route" allDone={stops.length > 0} />
          )}
          {stops.length > 0 ? (
            <Button
              variant="outline"
              className="px-2!"
              icon={<Info className="size-5 shrink-0" aria-hidden="true" />}
              onClick={() => toast({ title: 'Route Info', description: routeInfoText(stops.length) })}
            >
              Route Info
            </Button>
          ) : (
            <UnavailableButton label="Route Info" allDone={false} />
          )}
        </div>
      </div>
      {legs.length > 1 && <FurtherParts legs={legs.slice(1)} open={open} />}
    </TitledCard>
  );
}

/** Links to the remaining legs of a route that is too long for one maps link. */
function FurtherParts({ legs, open }: { legs: readonly RouteLeg[]; open: readonly RouteItem[] }) {
  return (
    <div className="mt-1 -mb-2 flex flex-wrap items-center gap-x-1 text-[0.9375rem] max-md:mt-2">
      <p id="further-parts" className="mr-1 text-soft">
        Maps takes ten stops at a time. Next:
      </p>
      <ul aria-labelledby="further-parts" className="-ml-2.5 flex flex-wrap gap-x-1 md:ml-0">
        {legs.map(({ href, from, to }) => (
          <li key={from}>
            <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet', 'md', 'px-2.5!')}>
              <PartText part={open.slice(from - 1, to)} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The leg's stop numbers, such as "11 to 12". A leg that is only a visit to a disposal site has none. */
function PartText({ part }: { part: readonly RouteItem[] }) {
  const numbers = part.flatMap((item) => (item.kind === 'stop' ? [item.number] : []));
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined) return <span>Empty the truck</span>;
  return (
    <>
      <span className="sr-only">{first === last ? 'Stop ' : 'Stops '}</span>
      <span>{first === last ? first : `${first} to ${last}`}</span>
    </>
  );
}

/** A button that looks disabled. Pressing it shows why. */
function UnavailableButton({ label, allDone }: { label: string; allDone: boolean }) {
  return (
    <button
      type="button"
      aria-disabled="true"
      onClick={() =>
        toast({
          title: 'No Route Available',
          description: allDone ? "All of today's stops are completed." : 'You have no stops today.',
        })
      }
      className={buttonClass('outline', 'md', 'cursor-not-allowed! border-transparent! bg-step! px-2! text-soft!')}
    >
      {label}
    </button>
  );
}

/** ROUTE-23: fixed estimates, independent of the map. */
const minutesPerStop = 20;
const milesPerStop = 2.5;

/** Returns "12 stops, about 240 minutes and 30 miles." */
export function routeInfoText(stopCount: number): string {
  const stops = stopCount === 1 ? '1 stop' : `${stopCount} stops`;
  return `${stops}, about ${stopCount * minutesPerStop} minutes and ${stopCount * milesPerStop} miles.`;
}
