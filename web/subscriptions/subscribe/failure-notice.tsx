import { CircleAlert } from 'lucide-react';
import type { ToastMessage } from '../../ui/toast/toast.ts';

/** The error message next to the retry button. A toast shows it too, but disappears after a few seconds. */
export function FailureNotice({ failure, id }: { failure: ToastMessage; id?: string }) {
  return (
    <div ref={scrollIntoView} id={id} className="flex scroll-mb-20 gap-3 rounded-card bg-brick-wash p-3.5">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold text-brick">{failure.title}</p>
        {failure.description && <p className="mt-0.5 break-words">{failure.description}</p>}
      </div>
    </div>
  );
}

/** Scrolls the notice into view. Its scroll margin keeps the button below visible. */
function scrollIntoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' });
}
