import type { Letter } from '../../mail/letter-content.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Message } from '../message.ts';

/** A message about a pickup, and what it is made from: everything as it is at sending. */
export interface Facts {
  readonly message: Message;
  readonly pickup: PickupRow;
  readonly settings: Settings;
  readonly now: Date;
  /** The link to the pickup's day for a kind with `hasLiveLink`; null for the others, and when its customer has ended such links. */
  readonly liveUrl: string | null;
}

/** What a message says, in each of its forms. */
export interface Words extends Omit<Letter, 'to' | 'greeting'> {
  /** The same in one sentence or two, for channels with little room. */
  readonly short: string;
}

/** A kind of message about a pickup: when it may leave, when it is true, and what it says. Pure. */
export interface PickupKind {
  /** Whether its email waits through quiet hours. One that the recipient or a dispatcher is waiting for doesn't. */
  readonly isHeldAtNight: boolean;
  /** It is written to many people at the same time, who don't wait for it: other messages leave before it. */
  readonly isBulk?: true;
  /** Its notification wakes a sleeping phone, and is worth nothing to one that is off for longer than this. */
  readonly urgentForSeconds?: number;
  /** Whether its words have a link to the pickup's day (server/live). */
  readonly hasLiveLink?: true;
  /** Why it must not be sent any more, for staff; null while it is true. */
  readonly whyUntrue: (facts: Facts) => string | null;
  readonly words: (facts: Facts) => Words;
}
