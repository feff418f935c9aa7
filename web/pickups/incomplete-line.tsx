import type { Pickup } from '../../contract/pickups.ts';
import { incompleteReasonText } from './pickup-words.ts';

interface IncompleteLineProps {
  pickup: Pick<Pickup, 'status' | 'incompleteReason' | 'driverNotes'>;
  isShort?: boolean;
}

/** Why a pickup is incomplete, with the driver's note, for the dispatcher. */
export function IncompleteLine({ pickup, isShort = false }: IncompleteLineProps) {
  const { status, incompleteReason, driverNotes } = pickup;
  if (status !== 'incomplete') return null;
  return (
    <p className={`mt-0.5 break-words text-brick ${isShort ? 'line-clamp-2' : 'whitespace-pre-line'}`}>
      <span className="font-semibold">{incompleteReasonText(incompleteReason)}</span>
      {driverNotes && <span>{`: ${driverNotes}`}</span>}
    </p>
  );
}
