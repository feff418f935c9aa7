import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { type PhotoUrls, photoField, photoMoments } from '../../contract/photos.ts';
import type { Pickup } from '../../contract/pickups.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { capitalized } from '../ui/text/capitalized.ts';
import { type PhotoName, usePhoto } from './use-photo.ts';

type Photographed = Pick<Pickup, 'id' | 'address'> & Partial<PhotoUrls>;

export function PhotoPair({ pickup }: { pickup: Photographed }) {
  const { id: pickupId, address: place } = pickup;
  return (
    <div className="flex flex-wrap gap-3">
      {photoMoments.map((moment) => {
        const address = pickup[photoField(moment)];
        const label = capitalized(moment);
        return (
          address && <PhotoThumbnail key={moment} photo={{ pickupId, moment, address }} label={label} place={place} />
        );
      })}
    </div>
  );
}

/** A driver's photo as a thumbnail that opens a large view. */
function PhotoThumbnail({ photo, label, place }: { photo: PhotoName; label: string; place: string }) {
  const { url, isFailed, retry, onBroken } = usePhoto(photo);
  const [isOpen, setOpen] = useState(false);
  return (
    <figure className="w-32 min-w-0">
      <div className="aspect-[4/3] overflow-hidden rounded-control border border-line bg-step">
        {url ? (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={`Open photo: ${label}`}
            onClick={() => setOpen(true)}
            className="block size-full"
          >
            <img src={url} alt="" onError={onBroken} className="size-full object-cover" />
          </button>
        ) : isFailed ? (
          <button
            type="button"
            onClick={retry}
            className="flex size-full flex-col items-center justify-center gap-1 px-2 text-center text-sm leading-tight"
          >
            <ImageOff className="size-5 text-soft" aria-hidden="true" />
            <span>
              <span>Couldn't load the photo. </span>
              <span className="font-semibold text-azure underline">Try again</span>
            </span>
          </button>
        ) : (
          <div role="status" className="size-full">
            <span className="sr-only">{`Loading photo: ${label}`}</span>
            <Skeleton className="size-full" />
          </div>
        )}
      </div>
      <figcaption className="mt-1 text-soft text-sm">{label}</figcaption>
      {url && (
        <Dialog open={isOpen} onOpenChange={setOpen} title={label} description={place} size="lg">
          <img
            src={url}
            alt={`${label}: ${place}`}
            className="mx-auto max-h-[70dvh] w-auto max-w-full rounded-control"
          />
        </Dialog>
      )}
    </figure>
  );
}
