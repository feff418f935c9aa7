import { Link } from '@tanstack/react-router';
import type { User } from '../../../contract/accounts.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';

/** Driver Management: the list of active drivers. The role itself is assigned under All Members. */
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

function DriverList({ drivers }: { drivers: readonly User[] }) {
  return (
    <ul aria-label="Drivers" className="divide-y divide-line rounded-card border border-line bg-paper">
      {drivers.map(({ id, username, email }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] sm:px-5"
        >
          <h2 className="break-words text-xl leading-snug">{username}</h2>
          <p className="row-start-2 text-soft leading-snug [overflow-wrap:anywhere] max-sm:col-span-2 sm:row-start-auto">
            {email}
          </p>
          <Badge tone="leaf">Active</Badge>
        </li>
      ))}
    </ul>
  );
}
