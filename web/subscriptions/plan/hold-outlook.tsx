import type { BackEarlyPreview, HoldPreview } from '../../../contract/plan/hold.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Money } from '../../ui/text/money.tsx';
import { chargeText, daysLeftText, nextVisitText } from './hold-words.ts';

/** The visits on hold with the credit for each, and the total. */
export function HeldVisits({ visits, credit, today }: HeldVisitsProps) {
  return (
    <div>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-1 sm:grid-cols-2">
        {visits.map((visit) => (
          <li key={visit.day} className="flex items-baseline justify-between gap-4">
            <span>{dayText(visit.day, today)}</span>
            <Money amount={visit.credit} className="text-soft" />
          </li>
        ))}
      </ul>
      <p className="mt-2 flex items-baseline justify-between gap-4 border-ink border-t-2 pt-2">
        <span className="font-semibold">Credit</span>
        <Money amount={credit} className="font-bold font-display text-2xl" />
      </p>
    </div>
  );
}

interface HeldVisitsProps {
  visits: HoldPreview['visits'];
  credit: string;
  today: DateKey;
}

/** The next charges, the next visit, and how many hold days remain. */
export function Outlook({ preview, today }: { preview: HoldPreview | BackEarlyPreview; today: DateKey }) {
  const { charges } = preview;
  return (
    <div className="space-y-3">
      {charges.length > 0 && (
        <div>
          <h3 className="font-semibold">{charges.length === 1 ? 'Next charge' : 'Next charges'}</h3>
          <ul className="mt-0.5">
            {charges.map((charge) => (
              <li key={charge.at}>{chargeText(charge, today)}</li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-pretty">{nextVisitText(preview, today)}</p>
      <p className="text-pretty text-soft">{daysLeftText(preview)}</p>
    </div>
  );
}

/** The placeholder of a preview that is loading or failed to load. */
export function PreviewState({ problem, isFetching, onRetry }: PreviewStateProps) {
  if (problem !== null) {
    return (
      <div role="alert" className="space-y-3">
        <p>{problem}</p>
        <Button variant="outline" busy={isFetching} onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  if (!isFetching) return null;
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-40 rounded-card" />
    </div>
  );
}

interface PreviewStateProps {
  problem: string | null;
  isFetching: boolean;
  onRetry: () => void;
}
