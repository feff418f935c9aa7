import type { DayBoard } from '../../../../contract/routing/day-board.ts';
import type { DialogSubject } from '../../../ui/dialog/use-dialog-subject.ts';
import { type ColumnView, type Destination, findStop, stopsOf } from '../board-model.ts';
import type { RefusedMove } from '../use-board-changes.ts';
import { MoveDialog } from './move-dialog.tsx';
import { RefusedDialog } from './refused-dialog.tsx';
import { RescheduleStops } from './reschedule-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';

/** The dialog about moving stops that is open, and the ids of its stops. */
export interface Asked {
  readonly kind: 'assign' | 'move' | 'reschedule';
  readonly ids: readonly string[];
}

interface BoardDialogsProps {
  board: DayBoard;
  views: readonly ColumnView[];
  isReadOnly: boolean;
  asked: DialogSubject<Asked>;
  /** The id of the stop whose dialog is open. */
  opened: DialogSubject<string>;
  refusal: DialogSubject<RefusedMove>;
  /** True while a move is being sent. */
  isBusy: boolean;
  /**
   * Moves the stops. Calls `onDone` when they are moved or refused. After another error the
   * dialog keeps what was entered.
   */
  onMove: (ids: readonly string[], to: Destination, onDone?: () => void) => void;
}

/** The dialogs of the board. They belong to the board and not to a row, because a refresh may remove the row. */
export function BoardDialogs({ board, views, isReadOnly, asked, opened, refusal, isBusy, onMove }: BoardDialogsProps) {
  const { kind, ids = [] } = asked.subject ?? {};
  const found = opened.subject === null ? null : findStop(views, opened.subject);
  const close = () => asked.setOpen(false);
  const move = (to: Destination) => onMove(ids, to, close);
  return (
    <>
      {(kind === 'assign' || kind === 'move') && (
        <MoveDialog
          key={asked.opening}
          kind={kind}
          open={asked.open}
          onClose={close}
          isBusy={isBusy}
          stops={stopsOf(views, new Set(ids))}
          views={views}
          onMove={move}
        />
      )}
      {kind === 'reschedule' && (
        <RescheduleStops
          key={asked.opening}
          open={asked.open}
          onClose={close}
          isBusy={isBusy}
          count={ids.length}
          date={board.date}
          today={board.today}
          onMove={move}
        />
      )}
      {found && (
        <StopDialog
          stop={found.stop}
          date={board.date}
          driverName={found.view.driver && found.view.name}
          open={opened.open}
          isReadOnly={isReadOnly}
          onClose={() => opened.setOpen(false)}
          onMoveTo={() => {
            opened.setOpen(false);
            asked.show({ kind: 'move', ids: [found.stop.id] });
          }}
        />
      )}
      <RefusedDialog
        refused={refusal.subject}
        open={refusal.open}
        onClose={() => refusal.setOpen(false)}
        onContinue={(rest) => {
          refusal.setOpen(false);
          if (refusal.subject) onMove(rest, refusal.subject.move.to);
        }}
      />
    </>
  );
}
