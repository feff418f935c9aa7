import { memo, type ReactNode, useId } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { emptiedText } from '../disposal/visit-words.ts';
import type { ColumnView } from './board-model.ts';
import { loadText } from './board-words.ts';
import { DriverHeader } from './driver-header.tsx';
import { isAllSelected } from './selection.ts';
import { ResolvedRow, StopRow, VisitRow } from './stop-row.tsx';

interface ColumnProps {
  view: ColumnView;
  date: string;
  isReadOnly: boolean;
  selectedIds: ReadonlySet<string>;
  /** The id of the row in this column that Tab reaches. */
  tabStop: string | undefined;
  draggedIds: readonly string[] | null;
  /**
   * Where the dragged stops would land in this column: in pixels from the top of the rows, or
   * wherever they fit best (`best`).
   */
  dropAt: number | 'best' | null;
  /** A phone shows one column at a time. */
  isShownOnPhone: boolean;
  onToggleAll: (ids: readonly string[]) => void;
}

/** One column of the board. Its header stays in place while the stops scroll. */
export const Column = memo(function Column(props: ColumnProps) {
  const { view, date, isReadOnly, selectedIds, tabStop, draggedIds, dropAt, isShownOnPhone, onToggleAll } = props;
  const { key, name, driver, open, resolved, rows, doneRows, late } = view;
  const id = useId();
  const ids = open.map((stop) => stop.id);
  const dragged = draggedIds && new Set(draggedIds);
  return (
    <article
      aria-labelledby={id}
      data-column={key}
      className={classNames(
        'relative h-full w-full shrink-0 flex-col overflow-hidden rounded-card border bg-paper @2xl:flex @2xl:w-76',
        isShownOnPhone ? 'flex' : 'hidden',
        dropAt === 'best' ? 'border-azure ring-2 ring-azure' : 'border-line',
      )}
    >
      <header className="border-ink border-b-2 px-2.5 pt-2 pb-2">
        <div className="flex items-center gap-1.5">
          {!isReadOnly && (
            <SelectAll
              label={`Select all open stops of ${name}`}
              isAll={isAllSelected(selectedIds, ids)}
              isSome={ids.some((stopId) => selectedIds.has(stopId))}
              isEmpty={ids.length === 0}
              onToggle={() => onToggleAll(ids)}
            />
          )}
          <h3 id={id} tabIndex={-1} data-heading className="min-w-0 grow truncate text-lg leading-tight">
            {name}
          </h3>
          {driver?.shift.isOff && <Badge tone="maize">Day off</Badge>}
          {driver && !driver.isActive && <Badge tone="brick">Inactive</Badge>}
        </div>
        {driver ? (
          <DriverHeader name={name} late={late.size} driver={driver} date={date} isReadOnly={isReadOnly} />
        ) : (
          <p className="mt-1 text-[0.9375rem] text-soft">
            {loadText(
              open.length,
              open.reduce((sum, { bagCount }) => sum + bagCount, 0),
            )}
          </p>
        )}
      </header>
      <div data-scroll className="min-h-0 grow overflow-y-auto overscroll-y-contain">
        {doneRows.length > 0 && <Resolved rows={doneRows} />}
        <ol data-rows aria-label={`Stops of ${name}`} className="relative">
          {rows.map((row) =>
            row.visit ? (
              <VisitRow key={row.visit.id} visit={row.visit} />
            ) : (
              <StopRow
                key={row.stop.id}
                stop={row.stop}
                late={late.get(row.stop.id)}
                number={driver ? (row.stop.routeOrder ?? resolved.length + row.index + 1) : null}
                isSelected={selectedIds.has(row.stop.id)}
                isTabStop={row.stop.id === tabStop}
                isDragged={dragged?.has(row.stop.id) ?? false}
                isReadOnly={isReadOnly}
              />
            ),
          )}
          {typeof dropAt === 'number' && (
            <li
              aria-hidden="true"
              className="pointer-events-none absolute inset-x-0 z-10 -mt-0.5 h-1 bg-azure"
              style={{ top: dropAt }}
            />
          )}
        </ol>
        {open.length === 0 && (
          <p className="px-4 py-6 text-center text-soft">{driver ? 'No open stops.' : 'No unassigned stops.'}</p>
        )}
      </div>
    </article>
  );
});

interface SelectAllProps {
  label: string;
  isAll: boolean;
  isSome: boolean;
  isEmpty: boolean;
  onToggle: () => void;
}

function SelectAll({ label, isAll, isSome, isEmpty, onToggle }: SelectAllProps): ReactNode {
  return (
    <label className="-my-1 -ml-2.5 grid size-11 shrink-0 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        title="Select all"
        checked={isAll}
        disabled={isEmpty}
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll;
        }}
        onChange={onToggle}
        className="size-5 cursor-pointer accent-azure"
      />
    </label>
  );
}

function Resolved({ rows }: { rows: ColumnView['doneRows'] }) {
  const count = (isCounted: (row: ColumnView['doneRows'][number]) => boolean) => rows.filter(isCounted).length;
  const done = count(({ stop }) => stop?.status === 'completed');
  const emptied = emptiedText(count(({ visit }) => visit !== undefined));
  const missed = count(({ stop }) => stop !== undefined) - done;
  return (
    <details className="border-line border-b">
      <summary className="min-h-11 content-center px-3 text-[0.9375rem] text-soft">
        {[done > 0 && `${done} done`, missed > 0 && `${missed} not done`, emptied].filter(Boolean).join(', ')}
      </summary>
      <ul className="border-line border-t">
        {rows.map((row) =>
          row.visit ? (
            <VisitRow key={row.visit.id} visit={row.visit} />
          ) : (
            <ResolvedRow key={row.stop.id} stop={row.stop} number={row.stop.routeOrder ?? row.index + 1} />
          ),
        )}
      </ul>
    </details>
  );
}
