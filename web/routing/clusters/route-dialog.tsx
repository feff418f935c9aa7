import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { type AddressCluster, optimizeClusterRoute } from '../../../contract/routing.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { serverToday } from '../../api/server-clock.ts';
import { DriverChoices } from '../../pickups/driver-choices.tsx';
import { driverLabelOf } from '../../pickups/driver-label.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../ui/dialog/form-buttons.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { maxStops, useDayStops } from '../day-stops.ts';
import { overloadText } from '../optimize/overload-text.ts';
import { durationText, stopsText } from '../route-words.ts';

interface ClusterRouteDialogProps {
  cluster: AddressCluster;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks which driver gets an area's stops. Drivers are sorted by that day's load, and the first one is preselected. */
export function ClusterRouteDialog({ cluster, open, onOpenChange }: ClusterRouteDialogProps) {
  const formId = useId();
  const today = serverToday();
  const day = cluster.date === today ? 'today' : `on ${dayText(cluster.date, today)}`;
  const { drivers, isError, retry } = useActiveDrivers();
  const { data: stops, isPending: isCounting } = useDayStops(cluster.date);
  const [chosenId, setChosenId] = useState<string>();
  const changeOpen = (isOpen: boolean) => {
    if (!isOpen) setChosenId(undefined);
    onOpenChange(isOpen);
  };
  const create = useClusterRoute(cluster, () => changeOpen(false));

  // If the list may be cut off, the loads are left out, because they would be too low.
  const loads = stops && stops.length < maxStops ? loadsOf(stops) : undefined;
  const offered = drivers && !isCounting ? leastLoadedFirst(drivers, loads) : undefined;
  const [leastLoaded] = offered ?? [];
  // Preselected only once, so that later counts don't change the choice.
  if (open && chosenId === undefined && leastLoaded) setChosenId(leastLoaded.id);
  const chosen = offered?.find(({ id }) => id === chosenId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !create.isPending) create.mutate(chosen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title="Create Route"
      description={
        <>
          <span className="font-semibold text-ink">{cluster.name}</span>
          <span>{`: ${stopsText(cluster.addresses.length)}, ${moneyText(cluster.estimatedRevenue)}, about ${durationText(cluster.estimatedMinutes)} ${day}. Which driver should get them?`}</span>
        </>
      }
      dismissible={!create.isPending}
      footer={
        <FormButtons
          form={formId}
          onCancel={() => changeOpen(false)}
          disabled={!chosen}
          busy={create.isPending}
          busyLabel="Creating route..."
        >
          Create Route
        </FormButtons>
      }
    >
      <form id={formId} onSubmit={submit}>
        <DriverChoices
          group={formId}
          drivers={offered}
          isError={isError}
          onRetry={retry}
          chosenId={chosen?.id}
          onChoose={setChosenId}
          {...(loads && { detailOf: ({ id }) => `${stopsText(loads.get(id) ?? 0)} ${day}` })}
        />
      </form>
    </Dialog>
  );
}

/** Creates a route from an area. Calls `onDone` when the route exists or the area has changed. */
function useClusterRoute(cluster: AddressCluster, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (driver: User) => call(optimizeClusterRoute, { body: { clusterId: cluster.id, driverId: driver.id } }),
    onSuccess: ({ totalStops, overload }, driver) => {
      const made = `${stopsText(totalStops)} in ${cluster.name} for ${driverLabelOf(driver)}.`;
      const description = overload ? `${made} Too much for the day: ${overloadText(overload)}` : made;
      toast({ title: 'Route Created!', description, ...(overload && { variant: 'destructive' }) });
      onDone();
    },
    onError: (error) => {
      toastFailure(error, "We couldn't create the route. Please try again.", 'Failed to Create Route');
      if (error instanceof ApiError && error.code === 'stale_cluster') onDone();
    },
    onSettled: () => void refreshAdmin(cache),
  });
}

type Stop = Pick<AdminPickup, 'driverId' | 'status'>;

export function loadsOf(stops: readonly Stop[]): ReadonlyMap<string, number> {
  const loads = new Map<string, number>();
  for (const { driverId, status } of stops) {
    if (driverId && status === 'assigned') loads.set(driverId, (loads.get(driverId) ?? 0) + 1);
  }
  return loads;
}

/** Sorts drivers by load, ascending. The sort is stable; without loads the order is unchanged. */
export function leastLoadedFirst<Driver extends { id: string }>(
  drivers: readonly Driver[],
  loads: ReadonlyMap<string, number> | undefined,
): Driver[] {
  return drivers.toSorted((one, other) => (loads?.get(one.id) ?? 0) - (loads?.get(other.id) ?? 0));
}
