import { Info, Route } from 'lucide-react';
import { useState } from 'react';
import { untilClosed } from '../api/storage.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { routeLegs } from './maps-links.ts';
import { routeInfoText } from './route-info.ts';
import { isOpen, type NumberedStop } from './schedule.ts';

const startKey = 'driver-starting-address';

/** Route Optimization: the day's whole route in the phone's own maps, and what it will take. */
export function RouteTools({ stops }: { stops: readonly NumberedStop[] }) {
  const [start, setStart] = useState(() => untilClosed.get(startKey) ?? '');
  const open = stops.filter(({ stop }) => isOpen(stop));
  const legs = routeLegs(
    open.map(({ stop }) => stop),
    start,
  );
  const changeStart = (address: string) => {
    setStart(address);
    untilClosed.set(startKey, address);
  };
  return (
    <Card as="section" aria-labelledby="route-optimization">
      <h2 id="route-optimization" className="text-xl">
        Route Optimization
      </h2>
      <TextField
        label="Starting Address"
        hint="Leave it empty to start from where you are."
        autoComplete="off"
        maxLength={255}
        value={start}
        onChange={(event) => changeStart(event.target.value)}
        className="mt-3"
      />
      <div className="mt-4 grid grid-cols-2 gap-2 tiny:grid-cols-1">
        {legs[0] ? (
          <a
            href={legs[0].href}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('outline', 'md', 'px-2!')}
          >
            <Route className="size-5 shrink-0" aria-hidden="true" />
            Full Route
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
      {legs.length > 1 && (
        <div className="mt-3">
          <p className="text-[0.9375rem] text-soft leading-snug">
            Maps takes ten stops at a time. Full Route opens the first part; go on with:
          </p>
          <ul className="mt-1 flex flex-wrap gap-x-2">
            {legs.slice(1).map(({ href, from, to }) => (
              <li key={from}>
                <a
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={buttonClass('quiet', 'md', 'px-2!')}
                >
                  {partText(open.slice(from - 1, to))}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

/** "Stops 11 to 12", as the stops are numbered in the list. */
function partText(part: readonly NumberedStop[]): string {
  const [first, last] = [part[0]?.number, part.at(-1)?.number];
  return first === last ? `Stop ${first}` : `Stops ${first} to ${last}`;
}

/** Off, and yet it answers: a press says why. */
function UnavailableButton({ label, allDone }: { label: string; allDone: boolean }) {
  return (
    <button
      type="button"
      aria-disabled="true"
      onClick={() =>
        toast({
          title: 'No Route Available',
          description: allDone ? 'All stops of today are completed.' : 'You have no stops today.',
        })
      }
      className={buttonClass('outline', 'md', 'cursor-not-allowed! border-transparent! bg-step! px-2! text-soft!')}
    >
      {label}
    </button>
  );
}
