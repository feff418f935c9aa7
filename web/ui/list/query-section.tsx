import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { Elements } from '../elements.ts';
import { InlineError, retryOf } from '../load-error.tsx';
import { Skeleton } from '../skeleton.tsx';

interface QuerySectionProps<Data> {
  title: string;
  /** The level of the heading. */
  heading?: 'h2' | 'h3';
  query: UseQueryResult<Data>;
  /** The text for screen readers, such as 'Loading pickups'. */
  loadingLabel: string;
  /** Shown if the server gives no reason: 'The pickups could not be loaded.' */
  failure: string;
  children: (data: Data) => Elements;
}

/** A titled part of a detail dialog or a page that loads its own data. */
export function QuerySection<Data>(props: QuerySectionProps<Data>) {
  const { title, heading: Heading = 'h3', query, loadingLabel, failure, children } = props;
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Heading id={headingId} className="text-lg">
        {title}
      </Heading>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isPending ? (
        <div role="status" className="mt-2 space-y-3">
          <span className="sr-only">{loadingLabel}</span>
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      ) : (
        <InlineError message={messageOf(query.error, failure)} className="mt-1" {...retryOf(query)} />
      )}
    </section>
  );
}
