import { Ban, CalendarClock, Check, CircleAlert, CircleX, RotateCcw, Undo2, UserRound } from 'lucide-react';
import { useCurrentUser } from '../../api/current-user.ts';
import { serverNow } from '../../api/server-clock.ts';
import { Button } from '../../ui/button/button.tsx';
import { ActionMenu } from '../../ui/menu/action-menu.tsx';
import { type MovablePickup, openMove } from './open-move.ts';
import { useSendMove } from './send-move.ts';
import { isFuture, moveLabelOf, movesOf, type OfferedMove } from './words.ts';

interface PickupMovesProps {
  pickup: MovablePickup;
  /** `menu`: one ⋯ button, for rows. `buttons`: all of them, for dialogs. */
  layout?: 'menu' | 'buttons';
  /** Moves that the list offers separately. */
  without?: readonly OfferedMove[];
  /** Called when a move is chosen, before the list changes. */
  onAct?: () => void;
}

const icons: Record<OfferedMove, typeof Ban> = {
  undo: Undo2,
  reopen: RotateCcw,
  assign: UserRound,
  reschedule: CalendarClock,
  complete: Check,
  reportIssue: CircleAlert,
  markIncomplete: CircleX,
  cancel: Ban,
};

/** The moves that the state table allows the dispatcher to make now. Renders nothing if there are none. */
export function PickupMoves({ pickup, layout = 'menu', without = [], onAct }: PickupMovesProps) {
  const visitor = useCurrentUser();
  const send = useSendMove(pickup);
  const me = visitor.state === 'signed-in' ? visitor.user.id : undefined;
  const moves = movesOf(pickup, me, serverNow()).filter((move) => !without.includes(move));
  if (moves.length === 0) return null;
  const run = (move: OfferedMove) => {
    if (send.isPending) return;
    onAct?.();
    if (move === 'undo') send.mutate({ move });
    else if (move === 'complete' && !isFuture(pickup, serverNow())) send.mutate({ move });
    else openMove(move, pickup);
  };
  if (layout === 'menu') {
    return (
      <ActionMenu
        label={`Actions for ${pickup.address}`}
        busy={send.isPending}
        actions={moves.map((move) => {
          const Icon = icons[move];
          return {
            id: move,
            label: moveLabelOf(move, pickup),
            icon: <Icon className="size-5 shrink-0" aria-hidden="true" />,
            isDangerous: move === 'cancel',
            run: () => run(move),
          };
        })}
      />
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {moves.map((move) => (
        <Button
          key={move}
          variant="outline"
          size="sm"
          className={move === 'cancel' ? 'grow border-brick! px-3! text-brick!' : 'grow px-3!'}
          busy={send.isPending && send.variables.move === move}
          onClick={() => run(move)}
        >
          {moveLabelOf(move, pickup)}
        </Button>
      ))}
    </div>
  );
}
