import type { Channel } from '../../../contract/messages/messages.ts';
import type { Db } from '../../database/transaction.ts';
import type { Letter } from '../../mail/letter-content.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { Services } from '../../services.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Message, PickupMessage } from '../message.ts';
import type { Recipient } from '../store.ts';

/** A message about a pickup with the facts it is written from, as they are when it is sent. */
export interface Facts {
  readonly message: PickupMessage;
  readonly pickup: PickupRow;
  readonly settings: Settings;
  readonly now: Date;
  /**
   * The link to the pickup's day by the channels of `liveLinkBy`; null by the others, and when its customer has ended such links.
   */
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
  /** It is written to many people at once, who don't wait for it, so other messages leave first. */
  readonly isBulk?: true;
  /** Its notification wakes a sleeping phone, and is useless to one that is off for longer than this. */
  readonly urgentForSeconds?: number;
  /** The channels whose words have a link to the pickup's day (server/live). */
  readonly liveLinkBy?: readonly Channel[];
  /** Why it must not be sent any more, for staff; null while it is true. */
  readonly whyUntrue: (facts: Facts) => string | null;
  readonly words: (facts: Facts) => Words;
}

/**
 * What an email says. Without `to` it goes to the recipient's present address, without `greeting` it greets as other messages do.
 */
export type MailWords = Omit<Letter, 'to' | 'greeting'> & Partial<Pick<Letter, 'to' | 'greeting'>>;

/**
 * A kind of message that is always emailed and leaves by no other channel: about money, the account, or what a customer asked
 * for.
 */
export type MailKind = MailToAccount | MailToVisitor;

interface MailToAccount extends AnyMail {
  /** What the ID of its subject refers to. */
  readonly subject: 'pickup' | 'payment' | 'plan' | 'account' | 'import';
  /** Reads the present and writes the email; or says why it must not be sent any more, for staff. */
  readonly write: (services: Services, message: Message, recipient: Recipient) => Promise<MailWords | Untrue>;
}

/** To somebody who has no account. */
interface MailToVisitor extends AnyMail {
  readonly subject: 'waiting-list';
  readonly write: (services: Services, message: Message) => Promise<Letter | Untrue>;
}

interface AnyMail {
  /** As in `PickupKind`. */
  readonly isBulk?: true;
  /** Each is about a separate event, so a newer one doesn't replace it. */
  readonly isNotice?: true;
  /**
   * It is sent even to an address that has refused an email: usually its owner asked for it, and the mailbox may exist
   * again.
   */
  readonly isTriedAnyway?: true;
  /**
   * Each try makes a new link, and only the newest works. So each try has a Message-ID of its own: mail programs may hide the
   * second of two emails with the same one.
   */
  readonly hasNewLink?: true;
  /** Records elsewhere that it has left, or that its mail server refuses the address. */
  readonly afterSending?: (services: Services, trx: Db, message: Message, outcome: 'sent' | 'refused') => Promise<void>;
}

interface Untrue {
  readonly whyUntrue: string;
}
