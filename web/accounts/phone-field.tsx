import type { ChangeEvent, ClipboardEvent, ComponentProps } from 'react';
import { formatPhoneAsTyped } from '../../contract/values/phone.ts';
import { regroup } from '../ui/fields/regroup.ts';
import { TextField } from '../ui/fields/text-field.tsx';

const maxLength = '(555) 123-4567'.length;

/** A US phone number, grouped while it is typed. */
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

/**
 * Shortens a pasted number. "+1 (215) 555-0107" is longer than the field's maxLength, so the browser would cut off the
 * last digits.
 */
function shortenPasted(event: ClipboardEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const isReplacingAll = input.selectionEnd === input.value.length && input.selectionStart === 0;
  if (!isReplacingAll) return;
  event.preventDefault();
  // Sets the value the way typing does, with the native setter and an input event, so that React notices.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
    input,
    formatPhoneAsTyped(event.clipboardData.getData('text')),
  );
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
