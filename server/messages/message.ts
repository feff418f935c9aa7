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
  /** Set when the channel would not take it. */
  | 'undeliverable'
  /** Of `next`. */
  | ('driverId' | 'pressedAt' | 'minutes' | 'stopsBefore')
  /** Of `missed-report`: the report, and what it had become. */
  | ('reportId' | 'state')
  /** The address of an email that doesn't go to the recipient's present address. */
  | 'to'
  /** Of `factor-changed`. */
  | ('change' | 'codesLeft')
  /** Of a notice: its words, and what it opens. Once it is in the bell only the title is left. */
  | ('title' | 'message' | 'type' | 'actionUrl');

/** What a message stores about the change that caused it. Amounts in dollars, instants as ISO texts. */
export type MessageDetails = Readonly<Partial<Record<DetailName, string | null>>>;

interface Subject {
  readonly kind: MessageKind;
  /** Of the pickup, the row of `payment_history`, the plan, the account, or whatever else the kind says. */
  readonly subjectId: string;
  /** The change's id where a kind may tell of several changes, the day of a reminder, else ''. */
  readonly revision: string;
}

/** A message that is to be written into the outbox, a row for each channel. */
export type NewMessage = Subject & {
  readonly recipientId: string;
  readonly details?: MessageDetails;
  /** When it may be sent, before quiet hours are considered. */
  readonly dueAt: Date;
};

/** Identifies one message for the code that wrote it. */
export type MessageKey = Subject;

/** A message to every dispatcher who wants it. */
export type StaffMessage = Omit<NewMessage, 'recipientId'>;

/** A message of the outbox that a worker sends by one channel. */
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
