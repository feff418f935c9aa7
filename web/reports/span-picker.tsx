import { Printer } from 'lucide-react';
import { type SpanPreset, spanPresets } from '../../contract/values/time/report-periods.ts';
import { Button } from '../ui/button/button.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { useTypedDate } from '../ui/fields/use-typed-date.ts';
import { ChipRow } from '../ui/list/chip-row.tsx';
import type { useSpan } from './span.ts';
import { presetLabels } from './words.ts';

const chips = [
  ...spanPresets.map((id) => ({ id, label: presetLabels[id] })),
  { id: 'custom', label: 'Custom' } as const,
];

/** The days that all reports cover. Changing one of the two dates makes the span custom. */
export function SpanPicker({ preset, span, error, choosePreset, chooseDays }: ReturnType<typeof useSpan>) {
  const from = useTypedDate(span.from, (day) => day && chooseDays({ ...span, from: day }));
  const to = useTypedDate(span.to, (day) => day && chooseDays({ ...span, to: day }));
  const choose = (id: SpanPreset | 'custom') => (id === 'custom' ? chooseDays(span) : choosePreset(id));
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
      <ChipRow legend="Days of the reports" chips={chips} chosen={preset} onChoose={choose} className="basis-full" />
      <DateField label="First day" className="w-44 max-w-full grow sm:grow-0" error={error ?? undefined} {...from} />
      <DateField label="Last day" className="w-44 max-w-full grow sm:grow-0" {...to} />
      <Button
        variant="outline"
        className="sm:ml-auto"
        icon={<Printer className="size-5" aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </div>
  );
}
