import { photoField } from '../../contract/photos.ts';
import type { Evidence } from '../../contract/pickups/missed.ts';
import type { Pickup } from '../../contract/pickups.ts';
import { PhotoPair } from '../photos/photo-pair.tsx';
import { timeText } from '../pickups/pickup-words.ts';

/** The driver's photos of the reported visit, with the times they were taken. Renders nothing without photos. */
export function VisitEvidence({ evidence, pickup }: { evidence: Evidence; pickup: Pick<Pickup, 'id' | 'address'> }) {
  const { photos } = evidence;
  if (photos.length === 0) return null;
  const urls = Object.fromEntries(photos.map(({ moment, url }) => [photoField(moment), url]));
  return (
    <div>
      <PhotoPair pickup={{ ...pickup, ...urls }} />
      <p className="mt-1 text-sm text-soft">
        {`Photo${photos.length > 1 ? 's' : ''} taken at ${photos.map(({ takenAt }) => timeText(takenAt)).join(' and ')}`}
      </p>
    </div>
  );
}
