import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchParams } from '../../api/search-params.ts';

/** The longest search text that the server's lists accept. */
const maxSearchLength = 255;

type Choices = Readonly<Record<string, readonly string[]>>;
type Patterns = Readonly<Record<string, RegExp>>;

export type Filters<C extends Choices, P extends Patterns = Record<never, never>> = {
  readonly [Name in keyof C]: C[Name][number];
} & { readonly [Name in keyof P]: string } & { readonly q: string };

export interface ListFilters<C extends Choices, P extends Patterns = Record<never, never>> {
  readonly none: Filters<C, P>;
  /** Reads the filters from an address. Unknown values become the default. */
  read(search: SearchParams): Filters<C, P>;
  /** Returns the search parameters for an address or a request. Leaves out defaults. */
  write(filters: Filters<C, P>): SearchParams;
}

/**
 * Describes the filters of a list by their names in the address. The first choice of each filter is the default. A
 * filter with a pattern accepts any value that matches it, and is empty by default.
 */
export function listFilters<const C extends Choices, const P extends Patterns = Record<never, never>>(
  choices: C,
  patterns?: P,
): ListFilters<C, P> {
  const read = (search: SearchParams) =>
    ({
      ...Object.fromEntries(
        Object.entries(choices).map(([name, values]) => [
          name,
          values.find((value) => value === search[name]) ?? values[0],
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(patterns ?? {}).map(([name, pattern]) => [
          name,
          pattern.test(search[name] ?? '') ? search[name] : '',
        ]),
      ),
      q: (search.q ?? '').trim().slice(0, maxSearchLength),
    }) as Filters<C, P>;
  const none = read({});
  const write = (filters: Filters<C, P>) =>
    Object.fromEntries(Object.entries<string>(filters).filter(([name, value]) => value !== none[name]));
  return { none, read, write };
}

/**
 * Returns the filters of the list on screen and the function that changes them. They are stored in the address, so
 * Back, Forward and a reload restore them.
 */
export function useListFilters<C extends Choices, P extends Patterns>({ read, write }: ListFilters<C, P>) {
  const filters = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (part: Partial<Filters<C, P>>, { replace }: { replace?: boolean } = {}) =>
    void navigate({
      to: '.',
      search: write({ ...filters, ...part }),
      // Typing a search adds one step to the browser's history, not one for each letter.
      replace: replace ?? Object.keys(part).join() === 'q',
      resetScroll: false,
    });
  return [filters, change] as const;
}
