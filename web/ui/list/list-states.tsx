import type { UseQueryResult } from '@tanstack/react-query';
import type { Elements } from '../elements.ts';
import { LoadError, retryOf } from '../load-error.tsx';

interface ListStatesProps<Row> {
  query: Pick<UseQueryResult, 'isError' | 'isRefetchError' | 'error' | 'isFetching' | 'refetch'>;
  rows: readonly Row[] | undefined;
  /** Returns how much of the list is on screen: 'Showing 50 of 1,240 subscribers'. */
  shown: (rows: readonly Row[]) => string;
  errorTitle: string;
  skeleton: Elements;
  empty: Elements;
  children: (rows: readonly Row[]) => Elements;
}

/** The body of a list that is loading, failed, empty or filled, under a line that says how much is shown. */
export function ListStates<Row>({ query, rows, shown, errorTitle, skeleton, empty, children }: ListStatesProps<Row>) {
  return (
    <div className="min-h-80">
      <p role="status" className="mb-3 min-h-6 text-soft">
        {`${rows && rows.length > 0 ? shown(rows) : ''}${rows && query.isRefetchError ? ' · the last refresh failed' : ''}`}
      </p>
      {rows ? (
        rows.length > 0 ? (
          children(rows)
        ) : (
          empty
        )
      ) : query.isError ? (
        <LoadError title={errorTitle} message={query.error?.message ?? ''} {...retryOf(query)} />
      ) : (
        skeleton
      )}
    </div>
  );
}
