import type { FastifyBaseLogger } from 'fastify';
import type { DateKey } from '../contract/values/time/dates.ts';
import type { Db } from './database/transaction.ts';
import type { AddressLookup } from './external/geocoding/address-lookup.ts';
import type { Geocoder } from './external/geocoding/geocoder.ts';
import type { Mailer } from './external/mail/mail.ts';
import type { PaymentProvider } from './external/payments/payment-provider.ts';
import type { PhotoStorage } from './external/photos/photo-storage.ts';
import type { PushService } from './external/push/push-service.ts';
import type { RoadDistances } from './external/roads/road-distances.ts';
import type { TextSender } from './external/sms/text-sender.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { MessageKey, NewMessage, StaffMessage } from './messages/message.ts';
import type { AdminNotice, Notice } from './notifications/notice.ts';
import type { Plans } from './payments/plans.ts';
import type { PickupChange } from './pickups/changes/pickup-change.ts';
import type { PickupRow } from './pickups/pickup-row.ts';
import type { Settings } from './settings/settings.ts';

/** The services that use cases work with. They are passed in, so that a test can pass another clock or database. */
export interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly settings: Settings;
  readonly payments: PaymentProvider;
  /** What a paid plan does, for the payments feature. */
  readonly plans: Plans<Services>;
  readonly mail: Mailer;
  /** Undefined where no texts are sent. */
  readonly sms: TextSender | undefined;
  /** The browsers' push services, for notifications on people's devices. */
  readonly push: PushService;
  /** Undefined without a key for a map service. */
  readonly addresses: AddressLookup | undefined;
  /** Undefined where it is switched off: an address is then located by its ZIP code. */
  readonly geocoder: Geocoder | undefined;
  /** Undefined where distances are estimated. */
  readonly roads: RoadDistances | undefined;
  readonly photos: PhotoStorage;
  readonly jobs: JobQueue;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /**
   * Does what follows a change of pickups, in the transaction that makes it (after-pickup-change.ts). It is passed in
   * because `pickups` is below the features that take part. It works with the caller's services, which may have another
   * clock. Returns the stops that plans have made in place of completed ones.
   */
  readonly afterPickupChange: (services: PickupChangeServices, trx: Db, change: PickupChange) => Promise<PickupRow[]>;
  /** The outbox of messages to people (messages/). Handed in for the same reason. */
  readonly messages: {
    /** Writes messages, and jobs that send them, in the transaction that causes them. */
    readonly write: (services: OutboxServices, trx: Db, messages: readonly NewMessage[]) => Promise<void>;
    /**
     * Tells customers the dates (ISO 8601) to which an undo returned their pickups, if they should have been told
     * before.
     */
    readonly restoreDates: (
      services: OutboxServices,
      trx: Db,
      pickups: readonly { id: string; date: string }[],
    ) => Promise<void>;
    /** The same, to every dispatcher who wants them. */
    readonly writeToDispatchers: (
      services: OutboxServices,
      trx: Db,
      messages: readonly StaffMessage[],
    ) => Promise<void>;
    /** Writes notices into people's bells, in the transaction that causes them. */
    readonly notify: (services: OutboxServices, trx: Db, notices: readonly Notice[]) => Promise<void>;
    /** The same, to the bell of every active admin. */
    readonly notifyAdmins: (services: OutboxServices, trx: Db, notices: readonly AdminNotice[]) => Promise<void>;
    /**
     * Sends the email of a message that was just committed. Returns whether the mail server took it within 8 s; if it didn't, its
     * job goes on. Null when the recipient gets no such emails.
     */
    readonly sendNow: (services: Services, key: MessageKey) => Promise<boolean | null>;
  };
  /** Throws 409 when the plan of a stop doesn't allow it on a day. Handed in for the same reason. */
  readonly requireFreeDay: (trx: Db, pickup: PickupRow, day: DateKey) => Promise<void>;
}

/** What messages are written with. */
type OutboxServices = Pick<Services, 'clock' | 'jobs' | 'settings'>;

/** What a use case needs that writes a message. */
export type WritesMessages = OutboxServices & Pick<Services, 'messages'>;

/** What the follow-ups of a changed pickup work with. */
export type PickupChangeServices = Pick<
  Services,
  'clock' | 'geocoder' | 'jobs' | 'settings' | 'afterPickupChange' | 'messages' | 'requireFreeDay'
>;
