import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPhoto, type PhotoMoment } from '../../contract/photos.ts';
import { download } from '../api/upload.ts';
import { useObjectUrl } from '../ui/hooks/use-object-url.ts';
import { versionOf } from './photo-version.ts';

/** Photos are kept this long after nobody looks at them any more. */
const keptMs = 60_000;

/** Which photo: `address` is the pickup's `beforePhotoUrl` or `afterPhotoUrl`. */
export interface PhotoName {
  pickupId: string;
  moment: PhotoMoment;
  address: string;
}

/**
 * A photo, shown from memory: the server wants the session's token, which an `<img>` cannot send. The address changes with
 * the picture, so each is fetched once.
 */
export function usePhoto({ pickupId, moment, address }: PhotoName) {
  const [isBroken, setBroken] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['photo', address],
    queryFn: ({ signal }) =>
      download(getPhoto, { params: { id: pickupId, moment }, query: { v: versionOf(address) }, signal }),
    gcTime: keptMs,
  });
  const url = useObjectUrl(data);
  return {
    url: isBroken ? null : url,
    isFailed: (isError || isBroken) && !isFetching,
    retry() {
      setBroken(false);
      void refetch();
    },
    /** What came was no picture. */
    onBroken: () => setBroken(true),
  };
}
