import type { ReactNode } from 'react';
import { Button } from './button/button.tsx';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import { EmptyState } from './empty-state.tsx';

interface RetryProps {
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Returns the retry props of a query: `<LoadError title="…" {...retryOf(query)} />`. */
export function retryOf({ refetch, isFetching }: { refetch: () => unknown; isFetching: boolean }) {
  return { onRetry: () => void refetch(), isRetrying: isFetching };
}

interface LoadErrorProps extends RetryProps {
  /** Says what is missing: 'Requests could not be loaded'. */
  title: string;
  message?: string;
  art?: ReactNode;
  /** A better action than trying again, which then becomes the second button. */
  firstAction?: Elements;
}

/** Replaces a page or a list that failed to load. */
export function LoadError({ title, message, art, firstAction, onRetry, isRetrying = false }: LoadErrorProps) {
  const retry = (
    <Button variant={firstAction ? 'outline' : 'primary'} busy={isRetrying} onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState
        title={title}
        art={art}
        action={
          firstAction ? (
            <div className="flex flex-wrap justify-center gap-3">
              {firstAction}
              {retry}
            </div>
          ) : (
            retry
          )
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}

interface PartErrorProps extends RetryProps {
  /** Says what is missing: "Today's pickups could not be loaded." */
  message: string;
}

/** Fills a card that failed to load. The page's other cards stay as they are. */
export function PartError({ message, onRetry, isRetrying = false }: PartErrorProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p className="min-w-0 grow basis-48">{message}</p>
      <Button variant="outline" size="sm" busy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** One line for a part of a dialog that failed to load. */
export function InlineError({
  message,
  onRetry,
  isRetrying = false,
  className,
}: PartErrorProps & { className?: string }) {
  return (
    <div role="alert" className={classNames('flex flex-wrap items-center gap-x-2 text-soft', className)}>
      <p>{message}</p>
      <Button variant="quiet" size="sm" className="-ml-3 px-3!" busy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
