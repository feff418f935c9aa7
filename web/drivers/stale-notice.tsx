import { CloudOff } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { timeTextOf } from './stop-words.ts';

interface StaleNoticeProps {
  updatedAt: number;
  onRetry: () => void;
  isRetrying: boolean;
}

/** The route on the screen is the last one that was read. */
export function StaleNotice({ updatedAt, onRetry, isRetrying }: StaleNoticeProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border-2 border-maize-deep bg-maize-wash px-4 py-3"
    >
      <CloudOff className="size-6 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-48 leading-snug">
        The server cannot be reached. This is your route as of {timeTextOf(updatedAt)}.
      </p>
      <Button variant="outline" onClick={onRetry} busy={isRetrying}>
        Try again
      </Button>
    </div>
  );
}
