import type { Services } from '../services.ts';
import { googleForgottenBefore } from './geocode-rules.ts';
import { deleteGooglePlaces } from './places.store.ts';

/** Deletes the places that Google's terms don't let us store any longer. */
export async function forgetOldPlaces({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteGooglePlaces(db, googleForgottenBefore(clock()));
}
