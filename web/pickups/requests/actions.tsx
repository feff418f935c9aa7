import { useMutation, useQueryClient } from '@tanstack/react-query';
import { completePickup, markIncomplete, reportIssue } from '../../../contract/moves.ts';
import { type AdminPickup, assignPickup, canMove, type PickupMove } from '../../../contract/pickups.ts';
import type { ActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Button } from '../../ui/button.tsx';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { RequestAssign } from './assign.tsx';

interface RequestActionsProps {
  request: AdminPickup;
  drivers: ActiveDrivers;
  describedBy: string;
  /** Called when something is pressed, before the list changes. */
  onAct?: () => void;
}

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

interface StatusMove {
  readonly move: Extract<PickupMove, 'complete' | 'reportIssue' | 'markIncomplete'>;
  readonly label: string;
  readonly done: string;
  readonly send: (id: string) => Promise<unknown>;
}

/** How a dispatcher can resolve an assigned request. Each endpoint accepts only its own status. */
const statusMoves: readonly StatusMove[] = [
  {
    move: 'complete',
    label: 'Complete',
    done: 'Pickup Completed',
    send: (id) => call(completePickup, { params: { id }, body: { status: 'completed' } }),
  },
  {
    move: 'reportIssue',
    label: 'Issue',
    done: 'Issue Reported',
    send: (id) => call(reportIssue, { params: { id }, body: { status: 'issue' } }),
  },
  {
    move: 'markIncomplete',
    label: 'Incomplete',
    done: 'Pickup Incomplete',
    send: (id) => call(markIncomplete, { params: { id }, body: { status: 'incomplete' } }),
  },
];

/** One action of the dispatcher: the call, and the toast that follows it. */
interface RequestChange {
  /** Which button shows as busy. */
  readonly name: StatusMove['move'] | 'assign';
  readonly title: string;
  readonly description: string;
  readonly send: () => Promise<unknown>;
}

function assignment(id: string, driverId: string, description: string): RequestChange {
  return {
    name: 'assign',
    title: 'Pickup Assigned',
    description,
    send: () => call(assignPickup, { params: { id }, body: { driverId } }),
  };
}

/** Sends a change. The lists refresh before the buttons are enabled, so that nobody acts on outdated data. */
function useRequestChange() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: RequestChange) => change.send(),
    onSuccess: (_, { title, description }) => toast({ title, description }),
    onError: (error) => toastFailure(error, 'The request could not be changed. Please try again.'),
    onSettled: () => refreshAdmin(cache),
  });
}
