import type { Services } from '../services.ts';
import { type HeldPickup, listHeld } from './store.ts';

/** Pickups booked by phone that weren't paid at their cut-off, the earliest day first. They stay until they are paid, moved or cancelled. */
export async function listHeldPickups({ db }: Pick<Services, 'db'>, most: number): Promise<HeldPickup[]> {
  return await listHeld(db, most);
}
