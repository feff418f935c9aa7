import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPhoto, type PhotoMoment, photoVersion } from '../../contract/photos.ts';
import { download } from '../api/upload.ts';
import { useObjectUrl } from '../ui/hooks/use-object-url.ts';

/** How long an unused photo stays in memory. */
const gcTimeMs = 60_000;

/** Identifies a photo: `address` is the pickup's `beforePhotoUrl` or `afterPhotoUrl`. */
export interface PhotoName {
  pickupId: string;
  moment: PhotoMoment;
  address: string;
}

/**
 * Loads a photo as an object URL, because an `<img>` can't send the session's token. The address changes with the
 * photo.
 */
export function usePhoto({ pickupId, moment, address }: PhotoName) {
  const [isBroken, setBroken] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['photo', address],
    queryFn: ({ signal }) =>
      download(getPhoto, { params: { id: pickupId, moment }, query: { v: photoVersion(address) }, signal }),
    gcTime: gcTimeMs,
  });
  const url = useObjectUrl(data);
  return {
    url: isBroken ? null : url,
    isFailed: (isError || isBroken) && !isFetching,
    retry() {
      setBroken(false);
      void refetch();
    },
    /** Call this if the file can't be shown as a picture. */
    onBroken: () => setBroken(true),
  };
}
