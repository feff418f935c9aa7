import type { ChangeEvent, ClipboardEvent, ComponentProps } from 'react';
import { formatPhoneAsTyped } from '../../../contract/values/phone.ts';
import { regroup } from '../../ui/fields/regroup.ts';
import { TextField } from '../../ui/fields/text-field.tsx';

const maxLength = '(555) 123-4567'.length;

/** A US phone number that groups itself while it is typed. */
export function PhoneField({ onChange, ...field }: Omit<ComponentProps<typeof TextField>, 'type' | 'maxLength'>) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    regroup(event.target, formatPhoneAsTyped);
    onChange?.(event);
  };
  return (
    <TextField
      placeholder="(555) 123-4567"
      inputMode="tel"
      autoComplete="tel-national"
      {...field}
      type="tel"
      maxLength={maxLength}
      onChange={change}
      onPaste={shortenPasted}
    />
  );
}

/** "+1 (215) 555-0107" is longer than the field takes: without this the browser would cut the last digits off. */
function shortenPasted(event: ClipboardEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const isReplacingAll = input.selectionEnd === input.value.length && input.selectionStart === 0;
  if (!isReplacingAll) return;
  event.preventDefault();
  // The way a person's typing arrives: through the element's own setter and an input event, which React hears.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
    input,
    formatPhoneAsTyped(event.clipboardData.getData('text')),
  );
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
