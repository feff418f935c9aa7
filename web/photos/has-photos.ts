import type { Pickup } from '../../contract/pickups.ts';

export function hasPhotos(pickup: Pick<Pickup, 'beforePhotoUrl' | 'afterPhotoUrl'>): boolean {
  return pickup.beforePhotoUrl !== null || pickup.afterPhotoUrl !== null;
}
