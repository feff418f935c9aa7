import type { DriverStop } from '../../../contract/drivers.ts';
import { countedBagsText } from '../../../contract/pickups.ts';
import { useShowSheet } from './stop-sheets.tsx';

interface StopBagsProps {
  stop: DriverStop;
  describedBy: string;
}

/** "8 bags", and the button that corrects the count. */
export function StopBags({ stop, describedBy }: StopBagsProps) {
  const showSheet = useShowSheet();
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      <span>{countedBagsText(stop)}</span>
      {stop.status !== 'issue' && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-describedby={describedBy}
          onClick={() => showSheet({ kind: 'bags', stop })}
          className="-my-2 min-h-11 min-w-11 rounded-control px-1.5 text-azure underline underline-offset-4"
        >
          <span>Correct</span>
          <span className="sr-only"> the number of bags</span>
        </button>
      )}
    </span>
  );
}
