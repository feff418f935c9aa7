import { useNavigate, useSearch } from '@tanstack/react-router';
import type { SearchParams } from '../../api/search-params.ts';

/** The longest search text that the server's lists accept. */
const maxSearchLength = 255;

type Choices = Readonly<Record<string, readonly string[]>>;

export type Filters<C extends Choices> = { readonly [Name in keyof C]: C[Name][number] } & { readonly q: string };

export interface ListFilters<C extends Choices> {
  readonly none: Filters<C>;
  /** Reads the filters from an address. Unknown values become the default. */
  read(search: SearchParams): Filters<C>;
  /** The search parameters of an address or a request. Defaults are left out. */
  write(filters: Filters<C>): SearchParams;
}

/** The filters of a list by their name in the address. The first choice of each is the default. */
export function listFilters<const C extends Choices>(choices: C): ListFilters<C> {
  const read = (search: SearchParams) =>
    ({
      ...Object.fromEntries(
        Object.entries(choices).map(([name, values]) => [
          name,
          values.find((value) => value === search[name]) ?? values[0],
        ]),
      ),
      q: (search.q ?? '').trim().slice(0, maxSearchLength),
    }) as Filters<C>;
  const none = read({});
  const write = (filters: Filters<C>) =>
    Object.fromEntries(Object.entries<string>(filters).filter(([name, value]) => value !== none[name]));
  return { none, read, write };
}

/** The filters of the list on screen. They are stored in the address, so back, forward and reload restore them. */
export function useListFilters<C extends Choices>({ read, write }: ListFilters<C>) {
  const filters = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (part: Partial<Filters<C>>) =>
    void navigate({
      to: '.',
      search: write({ ...filters, ...part }),
      // Typing a search adds one step to the browser's history, not one per letter.
      replace: Object.keys(part).join() === 'q',
      resetScroll: false,
    });
  return [filters, change] as const;
}
