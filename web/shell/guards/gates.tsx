import { QueryClientProvider } from '@tanstack/react-query';
import type { Role } from '../../../contract/accounts.ts';
import { queryClient } from '../../api/query-client.ts';
import { RoleGate } from './role-gate.tsx';

// The query client is loaded with the gates, so that sign-in and registration load without it.
function Gate({ only }: { only: Role }) {
  return (
    <QueryClientProvider client={queryClient}>
      <RoleGate only={only} />
    </QueryClientProvider>
  );
}

export const CustomerGate = () => <Gate only="customer" />;
export const DriverGate = () => <Gate only="driver" />;
export const AdminGate = () => <Gate only="admin" />;
