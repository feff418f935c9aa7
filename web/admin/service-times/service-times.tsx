import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  chooseServiceTimes,
  getServiceTimes,
  leastMeasuredStops,
  type ServiceTimes as Times,
} from '../../../contract/service-times.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card } from '../../ui/card.tsx';
import { QuerySection } from '../../ui/list/query-section.tsx';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { isNewest, measuredText, usedText } from './words.ts';

/** The settings card of the time at stops: as measured and as set, and which of the two routes use (TRUCK-93). */
export function ServiceTimes() {
  const times = useQuery({ ...read(getServiceTimes), staleTime: 0 });
  return (
    <Card>
      <QuerySection
        title="Time at stops"
        heading="h2"
        query={times}
        loadingLabel="Loading the time at stops"
        failure="We couldn't load the time at stops."
      >
        {(now) => <Choice now={now} />}
      </QuerySection>
    </Card>
  );
}

function Choice({ now }: { now: Times }) {
  const { measured, used } = now;
  const cache = useQueryClient();
  const choose = useMutation({
    mutationFn: (measurementId: string | null) => call(chooseServiceTimes, { body: { measurementId } }),
    onSuccess: (saved) => {
      cache.setQueryData(read(getServiceTimes).queryKey, saved);
      toast({ title: 'Times Saved', description: 'Routes that you plan from now on use them.' });
    },
    onError: (error) => toastFailure(error, "We couldn't save the times. Please try again.", 'Not Saved'),
    onSettled: () => refreshAdmin(cache),
  });
  const isPending = (measurementId: string | null) => choose.isPending && choose.variables === measurementId;
  return (
    <>
      <p className="mt-1">
        {`${
          measured
            ? measuredText(measured)
            : `Nothing is measured yet. It takes ${leastMeasuredStops} stops on planned routes, completed by drivers within four weeks.`
        } ${usedText(now)}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {measured && !isNewest(now) && (
          <Button
            busy={isPending(measured.id)}
            busyLabel="Saving..."
            onClick={() => !choose.isPending && choose.mutate(measured.id)}
          >
            Use the measured times
          </Button>
        )}
        {used.isMeasured && (
          <Button
            variant="outline"
            busy={isPending(null)}
            busyLabel="Saving..."
            onClick={() => !choose.isPending && choose.mutate(null)}
          >
            Back to the set times
          </Button>
        )}
      </div>
    </>
  );
}
