import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { findAnything, mostFound, shortestSearch } from '../../../contract/admin.ts';
import { read } from '../../api/query-client.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { controlClass } from '../../ui/fields/field.tsx';
import { useDebounced } from '../../ui/hooks/use-debounced.ts';
import { InlineError, retryOf } from '../../ui/load-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { FindList } from './find-list.tsx';
import { type FindOption, optionsOf, recentOptions, remember } from './options.ts';

const debounceMs = 180;
const maxLength = 255;

interface FindDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Finds customers, pickups and drivers by keyboard (the WAI-ARIA combobox pattern) and opens them. */
export default function FindDialog({ open, onOpenChange }: FindDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Find"
      description="Customers by name, phone, email or address; pickups by #id; drivers."
      initialFocus={input}
    >
      <FindBox input={input} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function FindBox({ input, onClose }: { input: RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [recent] = useState(recentOptions);
  const found = useFound(text.trim());
  const options = found.isAsked ? found.options : recent;

  const choose = (option: FindOption) => {
    remember(option);
    onClose();
    void navigate({ to: option.to, search: option.search });
  };
  const enter = useEnter(text, found.hasResult, () => options[active] && choose(options[active]));
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    const count = options.length;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (count > 0) setActive((active + (key === 'ArrowDown' ? 1 : -1) + count) % count);
    } else if (key === 'Enter') {
      event.preventDefault();
      enter();
    }
  };
  return (
    // The height is fixed, so that results don't move the field.
    <div className="flex h-[min(27rem,62dvh)] flex-col">
      <div className="relative shrink-0">
        <label htmlFor={id} className="sr-only">
          Find customers, pickups and drivers
        </label>
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="search"
          enterKeyHint="go"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          placeholder="Name, phone, email, address or #id"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
          }}
          onKeyDown={press}
          className={controlClass(undefined, 'pr-11')}
        />
        {found.isLoading && <Spinner className="absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-soft" />}
      </div>
      <p role="status" className="mt-2 min-h-6 shrink-0 text-[0.9375rem] text-soft">
        {found.isError ? '' : found.isAsked ? found.message : recent.length > 0 ? 'Opened recently' : hint}
      </p>
      {found.isError ? (
        <InlineError message="We couldn't search." {...found.retry} />
      ) : (
        <FindList id={id} options={options} active={active} hasGroups={found.isAsked} onChoose={choose} />
      )}
    </div>
  );
}

const hint = `Type at least ${shortestSearch} characters. Use the arrow keys to choose and Enter to open.`;

/**
 * Returns the results for the text. A new text cancels the previous request, and the last result stays until the next
 * one arrives.
 */
function useFound(text: string) {
  const q = useDebounced(text, debounceMs);
  const isAsked = text !== '';
  const query = useQuery({
    ...read(findAnything, { query: { q } }),
    enabled: q !== '' && isAsked,
    placeholderData: keepPreviousData,
    // A customer may have been added since.
    staleTime: 0,
  });
  const options = isAsked && query.data ? optionsOf(query.data, text, serverNow()) : [];
  const hasResult = isAsked && q === text && !query.isPlaceholderData && query.data !== undefined;
  const none = [...text].length < shortestSearch ? hint : `Nothing matches “${text}”.`;
  const isCut = Object.values(query.data ?? {}).some(({ length }) => length === mostFound);
  const matches = options.length === 1 ? '1 match' : `${options.length} matches`;
  const count = isCut ? `The first ${mostFound}. Keep typing to narrow it down.` : matches;
  return {
    options,
    isAsked,
    hasResult,
    isLoading: isAsked && !hasResult && !query.isError,
    isError: isAsked && query.isError,
    message: options.length > 0 ? count : hasResult ? none : '',
    retry: retryOf(query),
  };
}

/**
 * Returns the action of the Enter key, which opens the chosen option. If Enter is pressed before the result arrives,
 * the option opens as soon as it does.
 */
function useEnter(text: string, hasResult: boolean, open: () => void): () => void {
  const [waitsFor, setWaitsFor] = useState<string | null>(null);
  const isDue = hasResult && waitsFor === text;
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (!isDue) return;
    setWaitsFor(null);
    openNow();
  }, [isDue]);
  return () => {
    if (hasResult || text.trim() === '') open();
    else setWaitsFor(text);
  };
}
