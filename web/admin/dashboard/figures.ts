import type { UseQueryResult } from '@tanstack/react-query';
import type { AdminDashboard } from '../../../contract/admin.ts';
import type { AdminPickup } from '../../../contract/pickups.ts';

/** The dashboard's figures as they stand: here, on their way, or not to be had. */
export type Figures = Pick<UseQueryResult<AdminDashboard>, 'data' | 'isError' | 'isFetching' | 'refetch'>;

/** A list of stops, likewise. */
export type Stops = Pick<UseQueryResult<AdminPickup[]>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
