import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { Trouble } from '../action.ts';
import { dismissTrouble } from '../outbox.ts';

interface TroubleDialogProps {
  trouble: readonly Trouble[];
}

/** What could not be done, until the driver says that it was read. */
export function RefusedDialog({ trouble }: TroubleDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const dismiss = (read: readonly Trouble[]) => {
    for (const { id } of read) void dismissTrouble(id);
    if (read.length === trouble.length) setOpen(false);
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
        {trouble.length} not done
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Not done"
        description="The server did not take these. Read them, then put them away."
        footer={<Button onClick={() => dismiss(trouble)}>{trouble.length === 1 ? 'Got it' : 'Got it, all'}</Button>}
      >
        <ul className="space-y-3">
          {trouble.map((one) => (
            <li key={one.id} className="flex items-center gap-3 rounded-card border border-line bg-brick-wash p-4">
              <p className="min-w-0 grow break-words">{one.sentence}</p>
              {trouble.length > 1 && (
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
