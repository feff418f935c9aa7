import { useState } from 'react';
import type { BoardColumn } from '../../../contract/routing/day-board.ts';
import { Button } from '../../ui/button/button.tsx';
import { lateCountText } from '../lateness.ts';
import { stopsText } from '../route-words.ts';
import { clockText, columnLoad, dayWorkText, overText, staysLoadedText, tooFullText } from './board-words.ts';
import { DayOffDialog } from './dialogs/day-off-dialog.tsx';
import { ShiftDialog } from './dialogs/shift-dialog.tsx';
import { type DayHours, useClearDay, useSetDay } from './use-board-changes.ts';

interface DriverHeaderProps {
  name: string;
  /** How many open stops are planned after their window. */
  late: number;
  driver: BoardColumn;
  date: string;
  isReadOnly: boolean;
}

/** The header of a driver's column: load, work time, miles, end time, and the shift with its changes for this date. */
export function DriverHeader({ name, late, driver, date, isReadOnly }: DriverHeaderProps) {
  const { shift } = driver;
  const over = overText(driver.overMinutes);
  const { load, fullest } = columnLoad(driver, driver.disposalVisits.length);
  const alerts = [
    over && shift.isOff ? `${stopsText(driver.openStops)} on a day off` : over,
    tooFullText(driver.overBags),
    staysLoadedText(driver.leftBags),
    lateCountText(late),
  ].filter((text) => text !== null);
  return (
    <>
      <p className="mt-1 text-[0.9375rem] leading-tight">
        <span className="font-semibold">{load}</span>
        {driver.totalStops !== driver.openStops && <span className="text-soft">{` · ${driver.openStops} open`}</span>}
      </p>
      {driver.totalStops > 0 && <p className="text-sm text-soft leading-snug">{dayWorkText(driver)}</p>}
      {fullest && <p className="text-sm text-soft leading-snug">{fullest}</p>}
      {alerts.length > 0 && (
        <p className="mt-1 rounded-control bg-brick-wash px-2 py-0.5 font-semibold text-brick text-sm">
          {alerts.join(' · ')}
        </p>
      )}
      <div className="mt-1 -mb-1 flex flex-wrap items-center gap-x-1 text-sm">
        <p className="mr-auto text-soft">
          <span className="sr-only">Shift: </span>
          <span>{`${shift.isOff ? 'Off this day' : `${clockText(shift.start)} – ${clockText(shift.end)}`}${shift.isException && !shift.isOff ? ', this day only' : ''}`}</span>
        </p>
        {!isReadOnly && <ShiftButtons name={name} driver={driver} date={date} />}
      </div>
    </>
  );
}

function ShiftButtons({ name, driver, date }: Omit<DriverHeaderProps, 'isReadOnly' | 'late'>) {
  const [asks, setAsks] = useState<'off' | 'hours' | null>(null);
  const close = () => setAsks(null);
  const setDay = useSetDay(date, close);
  const clearDay = useClearDay(date);
  const { driverId, shift, openStops } = driver;
  const takeOff = (choice: DayHours['openStops']) => {
    if (!setDay.isPending) setDay.mutate({ driverId, driverName: name, hours: { isOff: true }, openStops: choice });
  };
  const buttons = [
    ...(shift.isOff ? [] : [{ label: 'Day off', press: () => (openStops === 0 ? takeOff('keep') : setAsks('off')) }]),
    ...(shift.isException
      ? [{ label: shift.isOff ? 'Back on shift' : 'Usual shift', press: () => clearDay.mutate(driverId) }]
      : [{ label: 'Shorter shift…', press: () => setAsks('hours') }]),
  ];
  return (
    <>
      {buttons.map(({ label, press }) => (
        <Button
          key={label}
          variant="quiet"
          size="sm"
          className="min-h-11! px-1.5! text-sm! @2xl:min-h-8! @2xl:py-1!"
          busy={clearDay.isPending || (setDay.isPending && asks === null)}
          aria-label={`${label} (${name})`}
          onClick={press}
        >
          {label}
        </Button>
      ))}
      <DayOffDialog
        open={asks === 'off'}
        onClose={close}
        name={name}
        date={date}
        openStops={openStops}
        pending={setDay.isPending ? setDay.variables.openStops : null}
        onChoose={takeOff}
      />
      <ShiftDialog open={asks === 'hours'} onClose={close} name={name} driver={driver} date={date} />
    </>
  );
}
