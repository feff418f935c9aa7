import type { DisposalVisit } from '../../../contract/routing/disposal.ts';

/** The texts about a visit to a disposal site on the driver's screens (TRUCK-40). */

/** Returns "Empty the truck", or "Truck emptied" once that is done. */
export function visitTitle({ emptiedAt }: Pick<DisposalVisit, 'emptiedAt'>): string {
  return emptiedAt === null ? 'Empty the truck' : 'Truck emptied';
}

/** Returns "118 bags on board". */
export function onBoardText({ bags }: Pick<DisposalVisit, 'bags'>): string {
  return bags === 1 ? '1 bag on board' : `${bags} bags on board`;
}

/** Returns "60 bags stay on board: no disposal site is open after the last stop. Please ask the dispatcher." */
export function staysLoadedText(bags: number): string {
  const left = bags === 1 ? '1 bag stays' : `${bags} bags stay`;
  return `${left} on board: no disposal site is open after the last stop. Please ask the dispatcher.`;
}

/** Returns "3.25 tons"; null if there is no weight. */
export function tonsText({ tons }: Pick<DisposalVisit, 'tons'>): string | null {
  return tons === null ? null : `${Number(tons)} ${Number(tons) === 1 ? 'ton' : 'tons'}`;
}

/** Returns the label of the button that opens the ticket's sheet. */
export function ticketButtonText(hasTons: boolean, hasPhoto: boolean): string {
  if (hasTons && hasPhoto) return 'Weight & Ticket Photo';
  if (hasTons) return 'Add Ticket Photo';
  return hasPhoto ? 'Add Weight' : 'Add Weight or Ticket Photo';
}

export const tonsProblem = 'Please enter the tons as a number from 0.01 to 99.99';

/** Returns the typed tons; null for an empty text, undefined for an impossible value. */
export function parseTons(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  if (!/^\d{0,2}(\.\d{0,2})?$/.test(text) || Number(text) === 0) return undefined;
  const tons = Number(text);
  return Number.isNaN(tons) ? undefined : tons;
}
