import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type CustomerFile, getCustomer } from '../../contract/customers.ts';
import { personName } from '../../contract/values/person-name.ts';
import { ApiError } from '../api/api-error.ts';
import { read } from '../api/query-client.ts';
import { HistoryList } from '../audit/history-list.tsx';
import { CustomerMessages } from '../messages/customer-messages.tsx';
import { MoveHost } from '../pickups/moves/move-host.tsx';
import { Page } from '../shell/page.tsx';
import { Card } from '../ui/card.tsx';
import { useDialogSubject } from '../ui/dialog/use-dialog-subject.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadError, retryOf } from '../ui/load-error.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Scene } from '../ui/street/scene.tsx';
import { PhoneBooking } from './booking/phone-booking.tsx';
import { CustomerContact } from './contact.tsx';
import { CustomerMoney } from './money.tsx';
import { CustomerNotes } from './notes.tsx';
import { CustomerPickups } from './pickups/pickups.tsx';
import { CustomerPlan } from './plan.tsx';
import { useCustomerLists } from './use-pages.ts';

const refreshEveryMs = 20_000;

/** A customer's page for staff: who they are, what they booked and paid, notes, and booking for them by phone. */
export default function CustomerPage() {
  const { id = '' } = useParams({ strict: false });
  return <Customer key={id} id={id} />;
}

function Customer({ id }: { id: string }) {
  const file = useQuery({
    ...read(getCustomer, { params: { id } }),
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  const name = file.data ? personName(file.data.customer) : 'Customer';
  const isUnknown = file.error instanceof ApiError && file.error.status === 404;
  return (
    <Page title={name} back="/admin/members">
      {file.data ? (
        <CustomerParts file={file.data} name={name} />
      ) : isUnknown ? (
        <EmptyState title="No such customer" art={<Scene name="notFound" />}>
          The link may be incomplete, or the account now belongs to staff.
        </EmptyState>
      ) : file.isError ? (
        <LoadError title="We couldn't load the customer" {...retryOf(file)} />
      ) : (
        <CustomerSkeleton />
      )}
      <MoveHost />
    </Page>
  );
}

function CustomerParts({ file, name }: { file: CustomerFile; name: string }) {
  const { customer, subscription, billing } = file;
  const booking = useDialogSubject<true>();
  // The page appears once the lists have their heights, because a press is lost if its target moves.
  const isLoading = Object.values(useCustomerLists(customer.id)).some(({ isFetched }) => !isFetched);
  if (isLoading) return <CustomerSkeleton />;
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:items-start">
      <div className="space-y-4 sm:space-y-5 lg:col-start-2 lg:row-start-1">
        <CustomerContact file={file} onBook={() => booking.show(true)} />
        <CustomerPlan subscription={subscription} />
      </div>
      <div className="space-y-4 sm:space-y-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <CustomerPickups customerId={customer.id} />
        <CustomerMoney customer={customer} totalSpent={billing.totalSpent} />
      </div>
      <div className="space-y-4 sm:space-y-5 lg:col-start-2">
        <CustomerNotes customerId={customer.id} />
        <CustomerMessages customerId={customer.id} />
        <Card>
          <HistoryList subject="user" id={customer.id} heading="h2" />
        </Card>
      </div>
      {booking.subject && (
        <PhoneBooking
          key={booking.opening}
          customer={customer}
          name={name}
          open={booking.open}
          onOpenChange={booking.setOpen}
        />
      )}
    </div>
  );
}

/** Skeletons about the size of the page's first cards, so that little moves when the customer arrives. */
function CustomerSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4 sm:gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <span className="sr-only">Loading the customer</span>
      {['h-64', 'h-80'].map((height, index) => (
        <Card key={height} className={index === 0 ? 'lg:col-start-2 lg:row-start-1' : undefined}>
          <Skeleton className="h-6 w-32" />
          <Skeleton className={`mt-4 ${height}`} />
        </Card>
      ))}
    </div>
  );
}
