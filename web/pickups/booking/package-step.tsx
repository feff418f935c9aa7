import { BagTierChoice } from './bag-tier-choice.tsx';
import type { BookingDraft } from './booking-draft.ts';
import { DateChoice } from './date-choice.tsx';

interface PackageStepProps {
  draft: BookingDraft;
  dateText: string;
  dateError: string | undefined;
  now: Date;
  onBags: (bagCount: number) => void;
  onDate: (text: string) => void;
}

/** Step 1: how much, and when. */
export function PackageStep({ draft, dateText, dateError, now, onBags, onDate }: PackageStepProps) {
  return (
    <div className="space-y-5">
      <BagTierChoice bagCount={draft.bagCount} onChoose={onBags} />
      <DateChoice value={dateText} now={now} error={dateError} onPick={onDate} />
    </div>
  );
}
