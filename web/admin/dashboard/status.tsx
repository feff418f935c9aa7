import { Link } from '@tanstack/react-router';
import { Waypoints } from 'lucide-react';
import type { AdminDashboard } from '../../../contract/admin.ts';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { stopsText } from '../../routing/route-words.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PartError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { countTextOf } from '../../ui/text/count-text.ts';
import { moneyText } from '../../ui/text/money-text.ts';
import type { Figures } from './data.ts';
import { progressOf, progressText } from './day.ts';

/** Today's stops, their progress, and a link to plan the unassigned ones. */
export function DashboardStatus({ figures, stops }: { figures: Figures; stops: readonly AdminPickup[] | undefined }) {
  const { data, isError } = figures;
  return (
    <Card
      as="section"
      tone="deep"
      aria-labelledby="route-status"
      // Reserves the final height while loading, so that nothing below it moves.
      className={classNames('flex flex-col', (data || !isError) && 'min-h-77 @xl:min-h-63')}
    >
      <h2 id="route-status" className="font-normal font-sans text-on-deep-soft text-base tracking-normal">
        Today&apos;s Route Status
      </h2>
      {data ? (
        <Status figures={data} stops={stops} />
      ) : isError ? (
        <div className="mt-3">
          <PartError message="We couldn't count today's stops." {...retryOf(figures)} />
        </div>
      ) : (
        <div role="status" className="mt-2 space-y-4 opacity-20">
          <span className="sr-only">Loading today&apos;s route status</span>
          <Skeleton className="h-9 w-44" />
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      )}
    </Card>
  );
}

function Status({ figures, stops }: { figures: AdminDashboard; stops: readonly AdminPickup[] | undefined }) {
  const total = figures.subscriptionStops + figures.packageStops;
  const progress = progressOf(stops);
  return (
    <>
      <p className="mt-1 font-bold font-display text-3xl leading-tight">
        {total === 0 ? 'No stops today' : stopsText(total)}
      </p>
      {total === 0 && <p className="mt-2 text-on-deep-soft">Nothing is scheduled for today yet.</p>}
      {progress && progress.total > 0 && (
        <>
          <div
            role="progressbar"
            aria-label="Stops completed today"
            aria-valuemin={0}
            aria-valuemax={progress.total}
            aria-valuenow={progress.completed}
            aria-valuetext={`${progress.completed} of ${progress.total}`}
            className="mt-3 h-2.5 overflow-hidden rounded-full bg-on-deep/25"
          >
            <div className="h-full bg-maize" style={{ width: `${(100 * progress.completed) / progress.total}%` }} />
          </div>
          <p className="mt-2 text-on-deep-soft">{progressText(progress)}</p>
        </>
      )}
      <div className="mt-auto flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-4">
        <dl className="grid grow grid-cols-2 gap-x-4 tiny:grid-cols-1 @xl:max-w-96">
          <Kind name="Subscription stops" count={figures.subscriptionStops} hint="$60-96" />
          <Kind name="Package stops" count={figures.packageStops} hint="$120-280" />
        </dl>
        <Link to="/admin/routes" className={buttonClass('maize', 'md', 'grow @xl:grow-0')}>
          <Waypoints className="size-5" aria-hidden="true" />
          <span>{progress && progress.unassigned > 0 ? `Plan ${stopsText(progress.unassigned)}` : 'View routes'}</span>
        </Link>
      </div>
    </>
  );
}

/** `hint` is a typical revenue, not a sum. */
function Kind({ name, count, hint }: { name: string; count: number; hint: string }) {
  return (
    <div className="border-on-deep/30 border-l pl-3">
      <dt className="text-on-deep-soft leading-snug">{name}</dt>
      <dd className="font-bold font-display text-2xl leading-tight">{count.toLocaleString('en-US')}</dd>
      <dd className="text-on-deep-soft text-sm">
        <span>typical </span>
        <span>{hint}</span>
      </dd>
    </div>
  );
}

interface Tile {
  label: string;
  to: string;
  search: Record<string, string>;
  text: (figures: AdminDashboard) => string;
}

const tiles: readonly Tile[] = [
  { label: 'Customers', to: '/admin/members', search: { role: 'customer' }, text: (of) => countTextOf(of.customers) },
  {
    label: 'Revenue',
    to: '/admin/subscribers',
    search: { status: 'active' },
    text: (of) => moneyText(of.revenue),
  },
  { label: 'Pending', to: '/admin/requests', search: { status: 'pending' }, text: (of) => countTextOf(of.pending) },
  {
    label: 'Subscriptions',
    to: '/admin/subscribers',
    search: { status: 'active' },
    text: (of) => countTextOf(of.subscriptions),
  },
];

/** Four figures, each a link to the list that it counts. */
export function DashboardTiles({ figures }: { figures: Figures }) {
  const { data, isError } = figures;
  if (!data && isError) {
    return (
      <Card>
        <PartError message="We couldn't load the figures." {...retryOf(figures)} />
      </Card>
    );
  }
  return (
    <dl
      aria-busy={!data}
      className="grid grid-cols-2 gap-2 tiny:grid-cols-1 @lg:grid-cols-4 @lg:gap-3 @4xl:grid-cols-2"
    >
      {tiles.map(({ label, to, search, text }) => (
        <div
          key={label}
          className="relative flex min-w-0 flex-col-reverse justify-end rounded-card border border-line bg-paper px-3 py-3 transition-colors hover:bg-step @4xl:justify-center"
        >
          <dt>
            <Link
              to={to}
              search={search}
              className="text-soft underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:underline focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-azure focus-visible:after:outline-offset-2"
            >
              {label}
            </Link>
          </dt>
          <dd className="break-words font-bold font-display text-2xl leading-tight">
            {data ? <TileText text={text(data)} /> : <Skeleton className="h-7.5 w-14" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders a long amount in a smaller font, so that it stays on one line. */
function TileText({ text }: { text: string }) {
  const size = text.length <= 9 ? undefined : text.length <= 11 ? 'text-xl leading-7.5' : 'text-base leading-7.5';
  return <span className={size}>{text}</span>;
}
