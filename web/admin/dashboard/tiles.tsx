import { Link } from '@tanstack/react-router';
import type { AdminDashboard } from '../../../contract/admin.ts';
import { Card } from '../../ui/card.tsx';
import { countTextOf } from '../../ui/count-text.ts';
import { PartError } from '../../ui/load-error.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Figures } from './data.ts';

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
export function DashboardTiles({ figures: { data, isError, isFetching, refetch } }: { figures: Figures }) {
  if (!data && isError) {
    return (
      <Card>
        <PartError message="The figures could not be loaded." onRetry={() => void refetch()} isRetrying={isFetching} />
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
          <dd className="break-words font-bold font-display text-2xl tabular-nums leading-tight">
            {data ? <TileText text={text(data)} /> : <Skeleton className="h-7.5 w-14" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A long amount gets a smaller font, to stay on one line. */
function TileText({ text }: { text: string }) {
  if (text.length <= 9) return text;
  return <span className={text.length <= 11 ? 'text-xl leading-7.5' : 'text-base leading-7.5'}>{text}</span>;
}
