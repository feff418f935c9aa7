import { MapPin } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { controlClass } from '../../ui/field-control.ts';
import { suggestAddresses } from './address-suggestions.ts';
import { useDebounced } from './use-debounced.ts';
import { useEscape } from './use-escape.ts';

const debounceMs = 300;
const maxLength = 255;

interface AddressFieldProps {
  value: string;
  onChange: (address: string) => void;
}

/** An address that can be typed freely, with suggestions under it (the combobox pattern of WAI-ARIA). */
export function AddressField({ value, onChange }: AddressFieldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const settled = useDebounced(value, debounceMs);
  const suggestions = isOpen && settled === value ? suggestAddresses(settled) : [];
  const activeOption = suggestions[active] === undefined ? undefined : `${id}-${active}`;

  const isShown = suggestions.length > 0;
  useEscape(isShown, () => open(false));

  const open = (shown: boolean) => {
    setIsOpen(shown);
    setActive(-1);
  };
  const choose = (address: string) => {
    onChange(address);
    open(false);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = suggestions[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      const count = suggestions.length;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (count > 0) setActive((active + step + (active < 0 && step < 0 ? 1 : 0) + count) % count);
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    }
  };

  return (
    <Field id={id} label="Pickup address" hint="Street, city and ZIP code.">
      <div className="relative">
        <input
          id={id}
          type="text"
          role="combobox"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeOption}
          aria-describedby={`${id}-hint`}
          aria-required="true"
          autoComplete="street-address"
          maxLength={maxLength}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            open(true);
          }}
          onKeyDown={press}
          onBlur={() => open(false)}
          className={controlClass(undefined)}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Suggested addresses"
          hidden={!isShown}
          className="absolute inset-x-0 top-full z-10 mt-1 overflow-hidden rounded-control border border-control bg-paper shadow-sheet"
        >
          {suggestions.map((address, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a combobox are the input's, which keeps the focus.
            <div
              key={address}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The press must not take the focus from the input: that would close the list before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(address)}
              className={classNames(
                'flex min-h-12 cursor-pointer items-center gap-2.5 px-3.5 py-2 leading-snug',
                index === active ? 'bg-azure-wash' : 'hover:bg-step',
              )}
            >
              <MapPin className="size-5 shrink-0 text-azure" aria-hidden="true" />
              {address}
            </div>
          ))}
        </div>
        <p role="status" className="sr-only">
          {isShown &&
            `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}, use the arrow keys`}
        </p>
      </div>
    </Field>
  );
}
