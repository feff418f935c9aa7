import type { DayBoard } from '../../../../contract/routing/day-board.ts';
import type { DialogSubject } from '../../../ui/dialog/use-dialog-subject.ts';
import { type ColumnView, type Destination, findStop, stopsOf } from '../board-model.ts';
import type { RefusedMove } from '../use-board-changes.ts';
import { MoveDialog } from './move-dialog.tsx';
import { RefusedDialog } from './refused-dialog.tsx';
import { RescheduleStops } from './reschedule-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';

/** The dialogs about a move of stops. */
export interface Asked {
  readonly kind: 'assign' | 'move' | 'reschedule';
  readonly ids: readonly string[];
}

interface BoardDialogsProps {
  board: DayBoard;
  views: readonly ColumnView[];
  isReadOnly: boolean;
  asked: DialogSubject<Asked>;
  /** The stop that is open, by id. */
  opened: DialogSubject<string>;
  refusal: DialogSubject<RefusedMove>;
  /** A move is being sent. */
  isBusy: boolean;
  /** `onDone` is called when the stops are moved or refused: after another error the dialog keeps what was typed. */
  onMove: (ids: readonly string[], to: Destination, onDone?: () => void) => void;
}

/** The dialogs of the board. They belong to it and not to a row, which a refresh may remove. */
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
