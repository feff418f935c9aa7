import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { getDayBoard } from '../../../contract/routing/day-board.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { read } from '../../api/query-client.ts';
import { serverNow, serverToday } from '../../api/server-clock.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { DriverChoices } from '../driver-choices.tsx';
import { driverLabelOf } from '../driver-label.ts';
import { dateTimeText } from '../reschedule/words.ts';
import type { MoveDialogProps } from './complete-dialog.tsx';
import type { MovablePickup } from './open-move.ts';
import { useSendMove } from './send-move.ts';
import { driverLoadText } from './words.ts';

/** Assigns a pickup to a driver, or reassigns it. */
export function AssignDialog({ pickup, open, onOpenChange }: MoveDialogProps) {
  const formId = useId();
  const { drivers, isError, retry } = useActiveDrivers();
  const [chosenId, setChosenId] = useState(pickup.driverId);
  const loads = useDriverLoads(pickup, open);
  const send = useSendMove(pickup, () => onOpenChange(false));
  const chosen = drivers?.find(({ id }) => id === chosenId && id !== pickup.driverId);
  const isReassigned = pickup.driverId !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !send.isPending) {
      send.mutate({ move: 'assign', driverId: chosen.id, driver: driverLabelOf(chosen) });
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isReassigned ? 'Reassign Pickup' : 'Assign Pickup'}
      description={
        <>
          <span translate="no" className="block break-words font-semibold text-ink">
            {pickup.address}
          </span>
          <span>{pickup.scheduledDate ? dateTimeText(pickup.scheduledDate) : 'No date'}</span>
        </>
      }
      dismissible={!send.isPending}
      footer={
        <FormButtons form={formId} onCancel={() => onOpenChange(false)} disabled={!chosen} busy={send.isPending}>
          {isReassigned ? 'Reassign' : 'Assign'}
        </FormButtons>
      }
    >
      <form id={formId} onSubmit={submit}>
        <DriverChoices
          group={formId}
          {...{ drivers, isError, chosenId }}
          onRetry={retry}
          onChoose={setChosenId}
          detailOf={({ id }) => [id === pickup.driverId && 'Current driver', loads.get(id)].filter(Boolean).join(' · ')}
        />
      </form>
    </Dialog>
  );
}

const noLoads: ReadonlyMap<string, string> = new Map();

/** Loads how full each driver's day is, by driver ID. Empty while it loads, and for past days. */
function useDriverLoads({ scheduledDate }: MovablePickup, isOpen: boolean): ReadonlyMap<string, string> {
  const date = dateKeyOf(scheduledDate ? new Date(scheduledDate) : serverNow());
  const { data } = useQuery({
    ...read(getDayBoard, { query: { date } }),
    enabled: isOpen && date >= serverToday(),
    select: ({ columns }) => new Map(columns.map((column) => [column.driverId, driverLoadText(column)])),
  });
  return data ?? noLoads;
}
