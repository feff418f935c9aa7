import { useQuery } from '@tanstack/react-query';
import { getReceipt } from '../../../contract/payments.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';

/** A receipt, read anew with every visit: a refund may have been added. */
export function useReceipt(id: string) {
  const { data, isPending, error, isFetching, refetch } = useQuery({
    ...read(getReceipt, { params: { id } }),
    refetchOnMount: 'always',
  });
  return {
    receipt: data,
    isPending,
    isMissing: error instanceof ApiError && (error.status === 404 || error.status === 400),
    message: error ? messageOf(error, 'Please try again.') : '',
    isFetching,
    retry: () => void refetch(),
  };
}
