import type { ChangeEvent, ComponentProps } from 'react';
import { TextField } from '../ui/text-field.tsx';

interface TestCardFieldProps extends Omit<ComponentProps<typeof TextField>, 'type'> {
  /** Groups what is typed. */
  format: (text: string) => string;
}

/** A field of figures that groups itself while it is typed. */
export function TestCardField({ format, onChange, ...field }: TestCardFieldProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    regroup(event.target, format);
    onChange?.(event);
  };
  return (
    <TextField
      inputMode="numeric"
      // Nobody's real card belongs here: the browser must not offer one.
      autoComplete="off"
      {...field}
      inputClassName="tabular-nums"
      onChange={change}
    />
  );
}

/** Writes the grouped text back and keeps the caret behind the figure that it was behind. */
function regroup(input: HTMLInputElement, format: (text: string) => string): void {
  const typed = input.value;
  const grouped = format(typed);
  if (grouped === typed) return;
  const caretWasAtEnd = input.selectionStart === typed.length;
  const figuresBefore = countFigures(typed.slice(0, input.selectionStart ?? typed.length));
  input.value = grouped;
  let caret = caretWasAtEnd ? grouped.length : 0;
  for (let seen = 0; !caretWasAtEnd && caret < grouped.length && seen < figuresBefore; caret++) {
    seen += countFigures(grouped[caret] ?? '');
  }
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}

const countFigures = (text: string) => text.replace(/\D/g, '').length;
