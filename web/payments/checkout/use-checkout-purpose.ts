import { useQuery } from '@tanstack/react-query';
import { bagsText, listPickups } from '../../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/dates.ts';
import { read } from '../../api/query-client.ts';
import { type CheckoutRequest, purposeOf } from './request.ts';

const upcoming = read(listPickups, { query: { status: 'pending,assigned', sort: 'oldest', limit: '50' } });

/** What is paid for: the pickup in words, where it is among the next ones; else what the address says. */
export function useCheckoutPurpose(request: CheckoutRequest): string {
  const { data, isLoading } = useQuery({ ...upcoming, enabled: request.pickupId !== undefined });
  const pickup = data?.find(({ id }) => id === request.pickupId);
  if (!pickup?.scheduledDate) return isLoading ? '' : purposeOf(request);
  return `${bagsText(pickup.bagCount)} on ${formatDateKey(dateKeyOf(new Date(pickup.scheduledDate)))}`;
}
