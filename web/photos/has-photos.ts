import { type PhotoUrls, photoField, photoMoments } from '../../contract/photos.ts';

export function hasPhotos(pickup: PhotoUrls): boolean {
  return photoMoments.some((moment) => pickup[photoField(moment)] !== null);
}
