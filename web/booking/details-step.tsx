import { maxInstructionsLength } from '../../contract/pickups.ts';
import { AddressField } from '../addresses/address-field.tsx';
import { TextareaField } from '../ui/fields/textarea-field.tsx';
import type { BookingDraft } from './booking-draft.ts';

interface DetailsStepProps {
  draft: BookingDraft;
  onChange: (changes: Partial<BookingDraft>) => void;
}

/** Step 2: the address and instructions for the driver. */
export function DetailsStep({ draft, onChange }: DetailsStepProps) {
  return (
    <div className="space-y-5">
      <AddressField value={draft.address} onChange={(address) => onChange({ address })} />
      <TextareaField
        label="Special instructions (optional)"
        hint="Gate code, where the bags are, who to call."
        rows={4}
        maxLength={maxInstructionsLength}
        value={draft.specialInstructions}
        onChange={(event) => onChange({ specialInstructions: event.target.value })}
      />
    </div>
  );
}
