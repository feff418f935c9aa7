import { useState } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { RescheduleDialog } from '../../pickups/reschedule/dialog.tsx';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DashboardAreas } from './areas.tsx';
import { DashboardBar } from './bar.tsx';
import { useDashboard } from './data.ts';
import { DashboardDays } from './days.tsx';
import { DashboardDrivers } from './drivers.tsx';
import { DashboardStatus } from './status.tsx';
import { DashboardTiles } from './tiles.tsx';
import { DashboardLeftovers, DashboardToday } from './today.tsx';

/** The Admin Dashboard: today's stops, drivers and figures, and what is left from yesterday. */
export default function DashboardSection() {
  const { today, figures, stops, leftovers, drivers } = useDashboard();
  const [moved, setMoved] = useState<AdminPickup>();
  const [isMoving, setIsMoving] = useState(false);
  const reschedule = (stop: AdminPickup) => {
    setMoved(stop);
    setIsMoving(true);
  };
  return (
    <div className="@container">
      <DashboardBar today={today} />
      <div className="grid grid-cols-1 gap-4 @4xl:grid-cols-[minmax(0,1fr)_18.5rem] @4xl:gap-x-6">
        <DashboardStatus figures={figures} stops={stops.data} />
        <DashboardTiles figures={figures} />
        <div className="mt-4 min-w-0 space-y-8">
          {/* Both at the same time: leftovers that arrive later would push today's list down. */}
          {stops.isPending || leftovers.isPending ? (
            <DashboardSkeleton />
          ) : (
            <>
              <DashboardLeftovers stops={leftovers.data} onReschedule={reschedule} />
              <DashboardToday stops={stops} onReschedule={reschedule} />
            </>
          )}
        </div>
        <div className="mt-4 min-w-0 space-y-8">
          <DashboardDrivers drivers={drivers} stops={stops} />
          <DashboardDays figures={figures} today={today} />
        </div>
      </div>
      <DashboardAreas />
      {moved && (
        <RescheduleDialog
          open={isMoving}
          onOpenChange={setIsMoving}
          subject={{ kind: 'pickup', id: moved.id, title: moved.address, currentDate: moved.scheduledDate }}
        />
      )}
    </div>
  );
}

/** The skeleton of the day's lists. */
function DashboardSkeleton() {
  return (
    <div>
      <Skeleton className="mb-3 h-6 w-52" />
      <SkeletonList label="Loading today's pickups" rows={6} rowClassName="h-31 @2xl:h-18" />
    </div>
  );
}
