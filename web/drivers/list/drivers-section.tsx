import { Link } from '@tanstack/react-router';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { DriverList } from './driver-list.tsx';

/** Driver Management: who drives. The role itself is given under All Members. */
export default function DriversSection() {
  const { drivers, isError, message, isFetching, retry } = useActiveDrivers();
  if (drivers === undefined) {
    return isError ? (
      <LoadError title="Drivers could not be loaded" message={message} onRetry={retry} isRetrying={isFetching} />
    ) : (
      <SkeletonList label="Loading drivers" rows={3} rowClassName="h-16" />
    );
  }
  if (drivers.length === 0) {
    return (
      <EmptyState
        title="No Drivers"
        art={<EmptyStoop />}
        action={
          <Link to="/admin/members" className={buttonClass('primary')}>
            All Members
          </Link>
        }
      >
        Assign users driver role to see them here
      </EmptyState>
    );
  }
  return <DriverList drivers={drivers} />;
}
