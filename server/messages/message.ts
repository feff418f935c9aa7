import {
  type Channel,
  isMail,
  type MessageChannel,
  type MessageKind,
  type PickupMessageKind,
  staffMessageKinds,
} from '../../contract/messages/messages.ts';

type DetailName =
  | ('scheduledDate' | 'reason' | 'refund' | 'actorId' | 'completedAt')
  /** Set when the channel refused the message. */
  | 'undeliverable'
  /** Details of `next`. */
  | ('driverId' | 'pressedAt' | 'minutes' | 'stopsBefore')
  /** Details of `missed-report`: the report, and its state at that time. */
  | ('reportId' | 'state')
  /** Details of `new-price`: dollars, and when the first month begins that costs the new price (ISO 8601). */
  | ('oldPrice' | 'newPrice' | 'from')
  /** The address, if an email doesn't go to the recipient's present one. */
  | 'to'
  /** Details of `factor-changed`. */
  | ('change' | 'codesLeft')
  /** A notice's words, and the page that it opens. Once the notice is in the bell, only the title is stored. */
  | ('title' | 'message' | 'type' | 'actionUrl');

/** The stored facts about the change that caused a message. Amounts are in dollars, instants are ISO 8601. */
export type MessageDetails = Readonly<Partial<Record<DetailName, string | null>>>;

interface Subject {
  readonly kind: MessageKind;
  /**
   * The id of the pickup, the row of `payment_history`, the plan, the account, or another record that the kind names.
   */
  readonly subjectId: string;
  /** The change's id for kinds that report several changes, the day for a reminder, else ''. */
  readonly revision: string;
}

/** A message to write into the outbox, as one row per channel. */
export type NewMessage = Subject & {
  readonly recipientId: string;
  readonly details?: MessageDetails;
  /** When it may be sent, before quiet hours are considered. */
  readonly dueAt: Date;
};

/** Identifies a message by its kind, subject and revision. Its writer knows these, but not the ids of its rows. */
export type MessageKey = Subject;

/** A message to every dispatcher who wants it. */
export type StaffMessage = Omit<NewMessage, 'recipientId'>;

/** A message of the outbox, which a worker sends by one channel. */
export type Message = Subject & {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly recipientId: string;
  readonly details: MessageDetails;
};

/** A message about a pickup, by a channel that its recipient chose. */
export type PickupMessage = Message & { readonly kind: PickupMessageKind; readonly channel: Channel };

export const isAboutPickup = (message: Message): message is PickupMessage =>
  message.kind !== 'notice' && !isMail(message.kind);

export const isForStaff = (kind: MessageKind): boolean => (staffMessageKinds as readonly MessageKind[]).includes(kind);
