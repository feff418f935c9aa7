import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { telHref } from '../../../contract/values/phone.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import type { SearchParams } from '../../api/search-params.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { classNames } from '../../ui/class-names.ts';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { useLateComponent } from '../../ui/hooks/use-late-component.ts';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { PersonName } from '../../ui/text/person-name.tsx';
import { toastCouldNotOpen } from '../../ui/toast/toast.ts';
import type { TruckDialogProps } from '../truck/truck-dialog.tsx';

const truckDialog = lateComponent<TruckDialogProps>(() => import('../truck/truck-dialog.tsx'));

/** Driver Management: the list of active drivers. The role itself is assigned under All Members. */
export default function DriversSection() {
  const { drivers, isError, message, isFetching, retry } = useActiveDrivers();
  if (drivers === undefined) {
    return isError ? (
      <LoadError title="We couldn't load the drivers" message={message} onRetry={retry} isRetrying={isFetching} />
    ) : (
      <SkeletonList label="Loading drivers" rows={3} rowClassName="h-16" />
    );
  }
  if (drivers.length === 0) {
    return (
      <EmptyState
        title="No Drivers"
        art={<Scene name="empty" />}
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
  const { driver: found } = useSearch({ strict: false }) as SearchParams;
  const row = useRef<HTMLLIElement>(null);
  const truck = useDialogSubject<User>();
  const Dialog = useLateComponent(truckDialog, truck.open, () => {
    truck.setOpen(false);
    toastCouldNotOpen();
  });
  // Find and the dashboard link to a driver here. That driver's row gets the focus.
  useEffect(() => {
    if (found !== undefined) row.current?.focus();
  }, [found]);
  return (
    <>
      <ul aria-label="Drivers" className="divide-y divide-line rounded-card border border-line bg-paper">
        {drivers.map((driver) => (
          <li
            key={driver.id}
            ref={driver.id === found ? row : undefined}
            tabIndex={-1}
            aria-labelledby={`driver-${driver.id}`}
            className={classNames(
              'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-4 outline-none focus-visible:outline-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_auto_auto] sm:px-5',
              driver.id === found && 'bg-azure-wash',
            )}
          >
            <h2 id={`driver-${driver.id}`} className="break-words text-xl leading-snug">
              <PersonName name={personName(driver)} username={driver.username} />
            </h2>
            <div className="row-start-2 leading-snug [overflow-wrap:anywhere] max-sm:col-span-2 sm:row-start-auto">
              {driver.phone && (
                <a
                  href={telHref(driver.phone)}
                  className="block py-2.5 text-azure underline underline-offset-3 sm:py-0.5"
                >
                  {driver.phone}
                </a>
              )}
              <p className="text-soft">{driver.email}</p>
            </div>
            <div className="flex flex-wrap gap-2 max-sm:col-span-2 max-sm:row-start-3 max-sm:mt-1">
              <Button
                variant="outline"
                size="sm"
                className="max-sm:px-3!"
                aria-label={`Truck and shift of ${personName(driver)}`}
                onClick={() => truck.show(driver)}
              >
                Truck and shift
              </Button>
              <Link
                to="/admin/routes"
                search={{ driver: driver.id }}
                aria-label={`Route of ${personName(driver)}`}
                className={buttonClass('outline', 'sm', 'max-sm:px-3!')}
              >
                Route
              </Link>
              <Link
                to="/admin/requests"
                search={{ driver: driver.id }}
                aria-label={`Requests of ${personName(driver)}`}
                className={buttonClass('outline', 'sm', 'max-sm:px-3!')}
              >
                Requests
              </Link>
            </div>
            <Badge tone="leaf">Active</Badge>
          </li>
        ))}
      </ul>
      {truck.subject && Dialog && (
        <Dialog key={truck.opening} driver={truck.subject} open={truck.open} onOpenChange={truck.setOpen} />
      )}
    </>
  );
}
