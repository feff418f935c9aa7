import type { Channel } from '../../../contract/messages/messages.ts';
import type { Db } from '../../database/transaction.ts';
import type { Letter } from '../../mail/letter-content.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { Services } from '../../services.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Message, PickupMessage } from '../message.ts';
import type { Recipient } from '../messages.store.ts';

/** A message about a pickup, with the facts for its words as of the time of sending. */
export interface Facts {
  readonly message: PickupMessage;
  readonly pickup: PickupRow;
  readonly settings: Settings;
  readonly now: Date;
  /**
   * The link to the pickup's live day, for the channels of `liveLinkBy`. Null for other channels, and when the customer
   * has ended the pickup's links.
   */
  readonly liveUrl: string | null;
}

/** The words of a message, in each of its forms. */
export interface Words extends Omit<Letter, 'to' | 'greeting'> {
  /** The message in one or two sentences, for channels with little room. */
  readonly short: string;
}

/** A kind of message about a pickup: when it may be sent, when it is true, and its words. Its functions are pure. */
export interface PickupKind {
  /**
   * True if its email waits until quiet hours end. An email that the recipient or a dispatcher is waiting for doesn't.
   */
  readonly isHeldAtNight: boolean;
  /** Set for messages to many people at once. Nobody is waiting for them, so other messages are sent first. */
  readonly isBulk?: true;
  /** Set when the notification may wake a sleeping phone. It expires after this time. */
  readonly urgentForSeconds?: number;
  /** The channels whose words have a link to the pickup's live day (server/live). */
  readonly liveLinkBy?: readonly Channel[];
  /** Returns why the message must no longer be sent, for staff; null while it is true. */
  readonly whyUntrue: (facts: Facts) => string | null;
  readonly words: (facts: Facts) => Words;
}

/**
 * The words of an email. Without `to`, it goes to the recipient's present address. Without `greeting`, it gets the
 * usual one.
 */
export type MailWords = Omit<Letter, 'to' | 'greeting'> & Partial<Pick<Letter, 'to' | 'greeting'>>;

/**
 * A kind of message that is always emailed and never sent by another channel: about money, the account, or something
 * that a customer asked for.
 */
export type MailKind = MailToAccount | MailToVisitor;

interface MailToAccount extends AnyMail {
  /** The kind of record that `subjectId` refers to. */
  readonly subject: 'pickup' | 'payment' | 'plan' | 'account' | 'import';
  /** Reads the present state and writes the email, or returns why it must no longer be sent, for staff. */
  readonly write: (services: Services, message: Message, recipient: Recipient) => Promise<MailWords | Untrue>;
}

/** An email to a person without an account. */
interface MailToVisitor extends AnyMail {
  readonly subject: 'waiting-list';
  readonly write: (services: Services, message: Message) => Promise<Letter | Untrue>;
}

interface AnyMail {
  /** Set for emails to many people at once, as in `PickupKind`. */
  readonly isBulk?: true;
  /** Set when each email is about a separate event, so a newer one doesn't replace it. */
  readonly isNotice?: true;
  /**
   * Set for emails that are sent even to an address that has refused email: usually its owner asked for the email, and
   * the mailbox may exist again.
   */
  readonly isTriedAnyway?: true;
  /**
   * Set when each attempt makes a new link, and only the newest works. Each attempt then has its own Message-ID,
   * because mail programs may hide the second of two emails with the same one.
   */
  readonly hasNewLink?: true;
  /** Records elsewhere that the email was sent, or that its mail server refuses the address. */
  readonly afterSending?: (services: Services, trx: Db, message: Message, outcome: 'sent' | 'refused') => Promise<void>;
}

interface Untrue {
  readonly whyUntrue: string;
}
