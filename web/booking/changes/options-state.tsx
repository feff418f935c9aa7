import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ChangeOptionsQuery } from './use-change.ts';

/** The content of a dialog until it knows which changes are possible: a skeleton, or the error with a retry. */
export function OptionsState({ options }: { options: ChangeOptionsQuery }) {
  if (options.error) {
    return (
      <div role="alert" className="space-y-3">
        <p>{messageOf(options.error, "We couldn't load this pickup. Please try again.")}</p>
        <Button variant="outline" busy={options.isFetching} onClick={() => void options.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-24 rounded-card" />
    </div>
  );
}
