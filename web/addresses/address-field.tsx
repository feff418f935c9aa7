import { type FocusEvent, type KeyboardEvent, type Ref, useEffect, useEffectEvent, useId, useState } from 'react';
import { maxAddressSuggestions, minAddressQuery } from '../../contract/addresses.ts';
import { clientSettings } from '../api/client-settings.ts';
import { controlClass, Field, useFieldAria } from '../ui/fields/field.tsx';
import { useDebounced } from '../ui/hooks/use-debounced.ts';
import { lookUpAddresses, type Suggestions, samplesFor } from './look-up-addresses.ts';
import { SuggestionList } from './suggestion-list.tsx';

interface AddressFieldProps {
  value: string;
  onChange: (address: string) => void;
  label?: string;
  hint?: string;
  /** True if the field may stay empty. */
  isOptional?: boolean;
  error?: string | undefined;
  name?: string;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
}

/** A free-text address field with suggestions below it (the WAI-ARIA combobox pattern). */
export function AddressField({ value, onChange, label = 'Pickup address', ...rest }: AddressFieldProps) {
  const { hint = 'Street, city and ZIP code.', isOptional = false, error, name, inputRef, onBlur } = rest;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { addresses, areFromMap } = useAddressSuggestions(value, isOpen);
  const isShown = addresses.length > 0;

  const open = (shown: boolean) => {
    setIsOpen(shown);
    setActive(-1);
  };
  const choose = (address: string) => {
    onChange(address);
    open(false);
  };
  useEscape(isShown, () => open(false));
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = addresses[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      const count = addresses.length;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (count > 0) setActive((active + step + (active < 0 && step < 0 ? 1 : 0) + count) % count);
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    }
  };

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          ref={inputRef}
          id={id}
          name={name}
          type="text"
          role="combobox"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={addresses[active] === undefined ? undefined : `${id}-${active}`}
          aria-required={isOptional ? undefined : 'true'}
          {...useFieldAria(id, hint, error)}
          autoComplete="street-address"
          autoCapitalize="words"
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            open(true);
          }}
          onKeyDown={press}
          onBlur={(event) => {
            open(false);
            onBlur?.(event);
          }}
          className={controlClass(error)}
        />
        <SuggestionList id={id} addresses={addresses} areFromMap={areFromMap} active={active} onChoose={choose} />
        <p role="status" className="sr-only">
          {isShown &&
            `${addresses.length} ${addresses.length === 1 ? 'suggestion' : 'suggestions'}, use the arrow keys`}
        </p>
      </div>
    </Field>
  );
}

/**
 * Makes Escape close only the suggestions. The dialog listens on the document; a capturing listener on the window runs
 * first.
 */
function useEscape(isActive: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isActive) return;
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      closeNow();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [isActive]);
}

/** Wait after the last keystroke (BOOK-23). */
const debounceMs = 300;

const none: Suggestions = { addresses: [], areFromMap: false };

/**
 * Returns suggestions for the current text: none while it is still changing, and never the result for an earlier text.
 * Keeps only the last result, while the field is on screen: the map service's terms forbid caching. Doesn't use a query
 * client, because registration has none.
 */
function useAddressSuggestions(text: string, isOpen: boolean): Suggestions {
  const debounced = useDebounced(text, debounceMs).trim();
  const isEnabled = isOpen && debounced === text.trim() && debounced.length >= minAddressQuery;
  const [found, setFound] = useState<Suggestions & { text: string }>({ ...none, text: '' });
  const isAsked = isEnabled && found.text !== debounced;
  useEffect(() => {
    if (!isAsked) return;
    const attempt = new AbortController();
    const { signal } = attempt;
    void suggest(debounced, signal).then(
      (suggestions) => signal.aborted || setFound({ ...suggestions, text: debounced }),
      () => undefined,
    );
    return () => attempt.abort();
  }, [isAsked, debounced]);
  if (!isEnabled || isAsked) return none;
  const addresses = found.addresses.filter((address) => address.toLowerCase() !== debounced.toLowerCase());
  return { ...found, addresses: addresses.slice(0, maxAddressSuggestions) };
}

async function suggest(text: string, signal: AbortSignal): Promise<Suggestions> {
  return clientSettings.addressLookup ? await lookUpAddresses(text, signal) : samplesFor(text);
}
