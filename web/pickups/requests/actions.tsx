import { type AdminPickup, canMove } from '../../../contract/pickups.ts';
import type { ActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { Button } from '../../ui/button.tsx';
import { RequestAssign } from './assign.tsx';
import { assignment, statusMoves, useRequestChange } from './moves.ts';

interface RequestActionsProps {
  request: AdminPickup;
  drivers: ActiveDrivers;
  /** The id of the element that names the request. */
  describedBy: string;
  /** Called when something is pressed, before the list changes. */
  onAct?: () => void;
}

/** The actions that a request's status allows. */
export function RequestActions({ request, drivers, describedBy, onAct }: RequestActionsProps) {
  const change = useRequestChange();
  const busyWith = change.isPending ? change.variables.name : null;
  const moves = statusMoves.filter(({ move }) => canMove(request.status, move));
  const send: typeof change.mutate = (...args) => {
    if (change.isPending) return;
    onAct?.();
    change.mutate(...args);
  };
  return (
    <div className="space-y-2">
      {!canMove(request.status, 'assign') && request.driverUsername && (
        <p className="text-soft @4xl:pt-2">
          <span className="@4xl:sr-only">Driver: </span>
          {request.driverUsername}
        </p>
      )}
      {canMove(request.status, 'assign') && (
        <RequestAssign
          request={request}
          drivers={drivers}
          busy={busyWith === 'assign'}
          describedBy={describedBy}
          onAssign={(driverId, driver) =>
            send(assignment(request.id, driverId, `${request.address} is assigned to ${driver}.`))
          }
        />
      )}
      {moves.length > 0 && (
        <div className="flex flex-wrap gap-2 @4xl:flex-nowrap">
          {moves.map(({ move, label, done, send: sendMove }) => (
            <Button
              key={move}
              variant="outline"
              size="sm"
              className="grow px-2! @4xl:text-[0.9375rem]"
              aria-describedby={describedBy}
              busy={busyWith === move}
              onClick={() =>
                send({ name: move, title: done, description: request.address, send: () => sendMove(request.id) })
              }
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
