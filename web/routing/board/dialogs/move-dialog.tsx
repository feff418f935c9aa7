import { type FormEvent, useId, useState } from 'react';
import type { BoardStop } from '../../../../contract/routing/day-board.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../../ui/dialog/form-buttons.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { stopsText, streetOf } from '../../route-words.ts';
import { type ColumnView, type Destination, stopName, takesStops, unassignedKey } from '../board-model.ts';
import { loadText, overText, tooFullText } from '../board-words.ts';

interface MoveDialogProps {
  /** `assign` takes one press on a driver; `move` asks for driver and position. */
  kind: 'assign' | 'move';
  open: boolean;
  onClose: () => void;
  isBusy: boolean;
  stops: readonly BoardStop[];
  views: readonly ColumnView[];
  onMove: (to: Destination) => void;
}

/** Gives the selected stops to a driver. Dragging does the same with a mouse. */
export function MoveDialog({ kind, open, onClose, isBusy, stops, views, onMove }: MoveDialogProps) {
  const formId = useId();
  const drivers = views.filter(({ driver }) => driver && takesStops(driver));
  const [first] = stops;
  const title = kind === 'assign' ? 'Assign to…' : 'Move to…';
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      dismissible={!isBusy}
      title={title}
      description={
        stops.length === 1 && first ? `${stopName(first)}, ${streetOf(first.address)}` : stopsText(stops.length)
      }
      {...(kind === 'move' && {
        footer: (
          <FormButtons form={formId} onCancel={onClose} busy={isBusy} busyLabel="Moving...">
            Move
          </FormButtons>
        ),
      })}
    >
      {drivers.length === 0 ? (
        <p>No driver is working on this day.</p>
      ) : kind === 'assign' ? (
        <DriverChoice drivers={drivers} stops={stops} onMove={onMove} />
      ) : (
        <MoveForm id={formId} drivers={drivers} stops={stops} onMove={onMove} />
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  drivers: readonly ColumnView[];
  stops: readonly BoardStop[];
  onMove: (to: Destination) => void;
}

/** The drivers to choose from, the least loaded first. The server places each stop where it costs the least. */
function DriverChoice({ drivers, stops, onMove }: ChoiceProps) {
  const own = new Set(stops.map(({ driverId }) => driverId));
  const byLoad = drivers.toSorted((one, other) => minutesOf(one) - minutesOf(other));
  return (
    <ul className="space-y-2">
      {byLoad.map(({ key, name, driver }) => {
        const over = [overText(driver?.overMinutes ?? 0), tooFullText(driver?.overBags ?? 0)]
          .filter(Boolean)
          .join(' · ');
        return (
          <li key={key}>
            <button
              type="button"
              onClick={() => onMove({ driverId: key })}
              className="flex min-h-14 w-full flex-wrap items-center gap-x-3 rounded-control border border-control bg-paper px-4 py-1.5 text-left transition-colors hover:bg-step"
            >
              <span className="min-w-0 grow break-words font-semibold">
                <span>{name}</span>
                {own.size === 1 && own.has(key) && <span className="font-normal text-soft"> (now)</span>}
              </span>
              <span className="text-[0.9375rem] text-soft">{loadText(driver?.totalStops ?? 0, driver?.bags ?? 0)}</span>
              {over && <span className="w-full font-semibold text-brick text-sm">{over}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const minutesOf = ({ driver }: ColumnView) => driver?.plannedMinutes ?? 0;

const best = 'best';

function MoveForm({ id, drivers, stops, onMove }: ChoiceProps & { id: string }) {
  const [first] = stops;
  const [driverId, setDriverId] = useState(() => initialDriver(drivers, first));
  const [place, setPlace] = useState(best);
  const view = drivers.find(({ key }) => key === driverId);
  const moved = new Set(stops.map((stop) => stop.id));
  const others = view?.open.filter((stop) => !moved.has(stop.id)) ?? [];
  const done = view?.resolved.length ?? 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (view) onMove({ driverId: view.key, ...(place !== best && { position: Number(place) }) });
  };
  return (
    <form id={id} onSubmit={submit} className="space-y-4">
      <SelectField
        label="Driver"
        value={driverId}
        onChange={({ target }) => {
          setDriverId(target.value);
          setPlace(best);
        }}
      >
        {drivers.map(({ key, name, driver }) => (
          <option key={key} value={key}>
            {`${name} (${loadText(driver?.totalStops ?? 0, driver?.bags ?? 0)})`}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Position"
        value={place}
        hint={place === best ? undefined : 'Pinned there: Optimize keeps the position.'}
        onChange={({ target }) => setPlace(target.value)}
      >
        <option value={best}>Best position</option>
        <option value={String(done + 1)}>First</option>
        {others.map((stop, index) => (
          <option key={stop.id} value={String(done + index + 2)}>
            {`After ${done + index + 1}. ${stopName(stop)}, ${streetOf(stop.address)}`}
          </option>
        ))}
      </SelectField>
    </form>
  );
}

function initialDriver(drivers: readonly ColumnView[], first: BoardStop | undefined): string {
  const own = drivers.find(({ key }) => key === first?.driverId);
  return (own ?? drivers[0])?.key ?? unassignedKey;
}
