import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DayBoard as DayBoardData } from '../../../contract/routing/day-board.ts';
import { type DateKey, formatDateKey, isDateKey } from '../../../contract/values/time/dates.ts';
import { serverToday } from '../../api/server-clock.ts';
import { Button } from '../../ui/button/button.tsx';
import { LoadError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MoveDay } from '../closed-days/move-day.tsx';
import { OptimizeBar } from '../optimize/optimize-bar.tsx';
import { durationText, milesText, stopsText } from '../route-words.ts';
import { Board } from './board.tsx';
import { columnsOf, driverName } from './board-model.ts';
import { dayAlerts } from './board-words.ts';
import { DateBar } from './date-bar.tsx';
import { boardQuery, useBoard } from './use-board.ts';

interface DayBoardProps {
  /** The `day` of the page's address. If it isn't a date, the server chooses the day. */
  wantedDay: string | undefined;
  /** The `driver` of the page's address, whose column is scrolled into view. */
  wantedDriver: string | undefined;
  onShowDay: (date: DateKey) => void;
}

/** The day board, on which the dispatcher plans any date and moves its stops between drivers. */
export function DayBoard({ wantedDay, wantedDriver, onShowDay }: DayBoardProps) {
  const wanted = wantedDay !== undefined && isDateKey(wantedDay) ? wantedDay : undefined;
  // Keeps the first date that the server chose. It would choose another date once the last stop of the day is done.
  const [held, setHeld] = useState<DateKey>();
  const asked = wanted ?? (held !== undefined && held >= serverToday() ? held : undefined);
  const query = useBoard(asked);
  if (query.data && asked === undefined && held !== query.data.date) setHeld(query.data.date);
  const date = query.data?.date ?? asked;
  return (
    <section aria-labelledby="day-board">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="day-board" className="text-xl">
          {date ? formatDateKey(date, 'long') : 'Day Board'}
        </h2>
        <DateBar date={date} today={query.data?.today ?? serverToday()} onChange={onShowDay}>
          {query.data && <MoveDayButton key={query.data.date} board={query.data} />}
        </DateBar>
      </div>
      <OptimizeBar date={date} onPlanned={onShowDay} />
      <div className="mt-4">
        <BoardStates {...{ query, asked, wantedDriver, onShowDay }} />
      </div>
    </section>
  );
}

/** The button and dialog that move the stops of a day that can't be served. The form starts empty at each opening. */
function MoveDayButton({ board: { date, today, columns } }: { board: DayBoardData }) {
  const [state, setState] = useState({ isOpen: false, times: 0 });
  const drivers = columns.map((column) => ({ id: column.driverId, name: driverName(column) }));
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setState(({ times }) => ({ isOpen: true, times: times + 1 }))}>
        Move this day…
      </Button>
      <MoveDay
        key={state.times}
        open={state.isOpen}
        onClose={() => setState(({ times }) => ({ isOpen: false, times }))}
        {...{ date, today, drivers }}
      />
    </>
  );
}

interface BoardStatesProps extends Pick<DayBoardProps, 'wantedDriver' | 'onShowDay'> {
  query: UseQueryResult<DayBoardData>;
  asked: DateKey | undefined;
}

function BoardStates({ query, asked, wantedDriver, onShowDay }: BoardStatesProps) {
  const { data: board } = query;
  if (!board) {
    if (query.isPending) return <BoardSkeleton />;
    return <LoadError title="We couldn't load the day" message={query.error?.message ?? ''} {...retryOf(query)} />;
  }
  return (
    <>
      <Totals board={board} hasFailed={query.isRefetchError} />
      {board.totals.openStops === 0 && <NothingOpen board={board} onShowDay={onShowDay} />}
      <Board key={board.date} board={board} queryKey={boardQuery(asked).queryKey} wantedDriver={wantedDriver} />
    </>
  );
}

function Totals({ board, hasFailed }: { board: DayBoardData; hasFailed: boolean }) {
  const { totals, hasMore } = board;
  const alerts = useMemo(
    () =>
      dayAlerts({
        over: totals.driversOver,
        tooFull: board.columns.filter(({ overBags }) => overBags > 0).length,
        loaded: board.columns.filter(({ leftBags }) => leftBags > 0).length,
        late: columnsOf(board).reduce((sum, { late }) => sum + late.size, 0),
      }),
    [board, totals.driversOver],
  );
  const figures = [
    stopsText(totals.stops),
    `${totals.unassignedStops.toLocaleString('en-US')} unassigned`,
    `${totals.bags.toLocaleString('en-US')} bags`,
    durationText(totals.plannedMinutes),
    milesText(totals.miles),
  ];
  return (
    <p role="status" className="mb-2 flex min-h-6 flex-wrap gap-x-3 text-soft">
      <span>{figures.join(' · ')}</span>
      {alerts.length > 0 && <strong className="font-semibold text-brick">{alerts.join(' · ')}</strong>}
      {hasMore && <span>Only the first 3,000 stops are shown.</span>}
      {hasFailed && <span>The last refresh failed.</span>}
    </p>
  );
}

/** Shown for a day without open stops. Offers the next day that has some. */
function NothingOpen({ board, onShowDay }: { board: DayBoardData; onShowDay: (date: DateKey) => void }) {
  const { nextDate, totals } = board;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-paper px-4 py-3">
      <p className="font-semibold">
        <span>{totals.stops === 0 ? 'No stops on this day.' : 'Every stop of this day is done.'}</span>
        <span className="font-normal text-soft">
          {' '}
          {nextDate === null && <span>No later day has open stops yet.</span>}
        </span>
      </p>
      {nextDate !== null && (
        <Button variant="outline" size="sm" onClick={() => onShowDay(nextDate)}>
          {`Show ${formatDateKey(nextDate)}, the next day with stops`}
        </Button>
      )}
    </div>
  );
}

function BoardSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the day's stops</span>
      <Skeleton className="mb-2 h-6 w-80 max-w-full" />
      <Skeleton className="mb-4 h-[min(26rem,62svh)] rounded-card md:h-[min(34rem,70svh)]" />
      <div className="flex h-[clamp(24rem,calc(100dvh-15rem),52rem)] gap-3 overflow-hidden">
        {['one', 'two', 'three', 'four'].map((column) => (
          <Skeleton key={column} className="h-full w-full shrink-0 rounded-card @2xl:w-76" />
        ))}
      </div>
      <Skeleton className="mt-2 h-16 rounded-card" />
    </div>
  );
}
