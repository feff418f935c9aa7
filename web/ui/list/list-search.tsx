import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { controlClass } from '../fields/field.tsx';

interface ListSearchProps {
  label: string;
  placeholder: string;
  q: string;
  /** Called when typing pauses. */
  onSearch: (q: string) => void;
}

export function ListSearch({ label, placeholder, q, onSearch }: ListSearchProps) {
  const [text, setText] = useSearchText(q, onSearch);
  return <SearchField label={label} placeholder={placeholder} value={text} onChange={setText} />;
}

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
}

/** A search box with a clear button. */
function SearchField({ label, value, onChange, placeholder, className }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={className}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-soft"
          aria-hidden="true"
        />
        <input
          ref={input}
          id={id}
          type="search"
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
          className={controlClass(undefined, 'px-11 [&::-webkit-search-cancel-button]:hidden')}
        />
        {value !== '' && (
          <button
            type="button"
            aria-label="Clear search"
            title="Clear search"
            onClick={() => {
              onChange('');
              input.current?.focus();
            }}
            className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-soft hover:text-ink"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}

const debounceMs = 300;

/**
 * Returns a search box's text and its setter. The text reaches the URL after a pause; other changes of the URL (Back,
 * Forward) replace it.
 */
function useSearchText(q: string, onSearch: (q: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  const [sent, setSent] = useState(q);
  if (q !== seen) {
    setSeen(q);
    // When our own search arrives in the URL, keep any newer input.
    if (q !== sent) {
      setSent(q);
      setText(q);
    }
  }
  const wanted = text.trim();
  const search = useEffectEvent(() => {
    setSent(wanted);
    onSearch(wanted);
  });
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => search(), debounceMs);
    return () => clearTimeout(timer);
  }, [wanted, sent]);
  return [text, setText];
}
