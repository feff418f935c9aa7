import { useMutation, useQuery } from '@tanstack/react-query';
import { getMyLiveDay, revokeLiveLinks } from '../../contract/pickups/live.ts';
import { call } from '../api/call.ts';
import { queryClient, read } from '../api/query-client.ts';
import { Button } from '../ui/button/button.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { toast, toastFailure } from '../ui/toast/toast.ts';

/** Turns off the links in our messages, which show this pickup's day to anybody who has them (LIVE-9). */
export function LiveLinksCard({ pickupId }: { pickupId: string }) {
  const query = read(getMyLiveDay, { params: { id: pickupId } });
  const { data } = useQuery({ ...query, staleTime: 0 });
  const revoke = useMutation({
    mutationFn: () => call(revokeLiveLinks, { params: { id: pickupId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
      toast({ title: 'Links Turned Off', description: 'Only you can follow this pickup now.' });
    },
    onError: (error) => toastFailure(error, "We couldn't turn the links off. Please try again.", 'Links Still On'),
  });
  if (!data?.hasLinks) return null;
  return (
    <TitledCard id="pickup-links" title="Links in our messages">
      <p className="mt-1 text-soft">
        Anyone with one of them can follow this pickup without signing in, until noon the next day. They don't show your
        name or house number.
      </p>
      <Button variant="outline" size="sm" className="mt-3" busy={revoke.isPending} onClick={() => revoke.mutate()}>
        Turn off links
      </Button>
    </TitledCard>
  );
}
