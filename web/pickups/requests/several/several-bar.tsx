import { CalendarClock, UserRound, X } from 'lucide-react';
import type { AdminPickup } from '../../../../contract/pickups.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useDialogSubject } from '../../../ui/dialog/use-dialog-subject.ts';
import { SeveralDialog } from './several-dialog.tsx';
import type { Selection } from './use-selection.ts';
import type { SeveralMove } from './words.ts';

/**
 * The bar above the list: a checkbox for the whole page, and the actions for checked requests. Its height never
 * changes.
 */
export function SeveralBar({ selection, shown }: { selection: Selection; shown: readonly AdminPickup[] }) {
  const dialog = useDialogSubject<SeveralMove>();
  const checked = shown.filter(({ id }) => selection.has(id)).length;
  const count = selection.requests.length;
  const isAll = shown.length > 0 && checked === shown.length;
  return (
    <fieldset className="mb-2 flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1.5">
      <legend className="sr-only">Several at once</legend>
      <label className="-ml-2 flex min-h-11 cursor-pointer items-center gap-1.5 pr-2 @4xl:-ml-1">
        <span className="grid size-11 place-items-center">
          <input
            type="checkbox"
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = checked > 0 && !isAll;
            }}
            onChange={() => selection.toggleAll(shown)}
            className="size-5 cursor-pointer accent-azure"
          />
        </span>
        <span className="sr-only">Select all on this page</span>
        <span aria-hidden="true">{count > 0 ? `${count} selected` : 'Select all'}</span>
      </label>
      {count > 0 && (
        <>
          <Button
            variant="outline"
            size="sm"
            icon={<UserRound className="size-4.5" aria-hidden="true" />}
            onClick={() => dialog.show('assign')}
          >
            Assign to…
          </Button>
          <Button
            variant="outline"
            size="sm"
            icon={<CalendarClock className="size-4.5" aria-hidden="true" />}
            onClick={() => dialog.show('reschedule')}
          >
            Reschedule
          </Button>
          <Button
            variant="outline"
            size="sm"
            className="border-brick! text-brick!"
            onClick={() => dialog.show('cancel')}
          >
            Cancel Pickups
          </Button>
          <Button
            variant="quiet"
            size="sm"
            icon={<X className="size-4.5" aria-hidden="true" />}
            onClick={() => selection.keep([])}
          >
            Clear
          </Button>
        </>
      )}
      <p role="status" className="sr-only">
        {count > 0 && `${count} selected`}
      </p>
      {dialog.subject && (
        <SeveralDialog
          key={dialog.opening}
          move={dialog.subject}
          requests={selection.requests}
          open={dialog.open}
          onOpenChange={dialog.setOpen}
          onDone={selection.keep}
        />
      )}
    </fieldset>
  );
}
