import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { Refusal } from '../action.ts';
import { dismissRefusal } from '../outbox.ts';

interface RefusedDialogProps {
  refusals: readonly Refusal[];
}

/** The actions that the server refused, until the driver dismisses them. */
export function RefusedDialog({ refusals }: RefusedDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const dismiss = (read: readonly Refusal[]) => {
    for (const { id } of read) void dismissRefusal(id);
    if (read.length === refusals.length) setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-my-1 -mr-2 flex min-h-11 shrink-0 items-center gap-1.5 rounded-control px-2 font-semibold text-brick"
      >
        <TriangleAlert className="size-5" aria-hidden="true" />
        {refusals.length} not done
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Not done"
        description="These could not be done. Dismiss them once you've read them."
        footer={<Button onClick={() => dismiss(refusals)}>{refusals.length === 1 ? 'Got it' : 'Dismiss all'}</Button>}
      >
        <ul className="space-y-3">
          {refusals.map((one) => (
            <li key={one.id} className="flex items-center gap-3 rounded-card border border-line bg-brick-wash p-4">
              <p className="min-w-0 grow break-words">{one.sentence}</p>
              {refusals.length > 1 && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Got it: ${one.sentence}`}
                  onClick={() => dismiss([one])}
                >
                  Got it
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
