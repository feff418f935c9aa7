import type { Pickup } from '../../contract/pickups.ts';
import { PhotoThumbnail } from './photo-thumbnail.tsx';

type Photographed = Pick<Pickup, 'id' | 'address' | 'beforePhotoUrl' | 'afterPhotoUrl'>;

/** Whether the pickup has a photo. */
export function hasPhotos({
  beforePhotoUrl,
  afterPhotoUrl,
}: Pick<Photographed, 'beforePhotoUrl' | 'afterPhotoUrl'>): boolean {
  return beforePhotoUrl !== null || afterPhotoUrl !== null;
}

/** The driver's photos of a pickup: before, after, or both. */
export function PhotoPair({ pickup }: { pickup: Photographed }) {
  const { id: pickupId, address: place, beforePhotoUrl, afterPhotoUrl } = pickup;
  return (
    <div className="flex flex-wrap gap-3">
      {beforePhotoUrl && (
        <PhotoThumbnail photo={{ pickupId, moment: 'before', address: beforePhotoUrl }} label="Before" place={place} />
      )}
      {afterPhotoUrl && (
        <PhotoThumbnail photo={{ pickupId, moment: 'after', address: afterPhotoUrl }} label="After" place={place} />
      )}
    </div>
  );
}
