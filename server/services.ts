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
  /** The URL of the database, for a backup, which uses a connection of its own. */
  readonly databaseUrl: string;
  readonly clock: () => Date;
  readonly settings: Settings;
  readonly payments: PaymentProvider;
  /** The effects of paid plans, for the payments feature. */
  readonly plans: Plans<Services>;
  readonly mail: Mailer;
  /** Undefined when no texts are sent. */
  readonly sms: TextSender | undefined;
  /** The browsers' push services, for notifications on people's devices. */
  readonly push: PushService;
  /** Undefined when no key for a map service is set. */
  readonly addresses: AddressLookup | undefined;
  /** Undefined when geocoding is off: an address is then located by its ZIP code. */
  readonly geocoder: Geocoder | undefined;
  /** Undefined when distances are estimated. */
  readonly roads: RoadDistances | undefined;
  readonly photos: PhotoStorage;
  readonly jobs: JobQueue;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /**
   * Runs the follow-ups of a pickup change, in the transaction that makes the change (after-pickup-change.ts). It is
   * passed in because `pickups` is below the features that take part. It works with the caller's services, which may
   * have another clock. Returns the plans' next stops after completed ones.
   */
  readonly afterPickupChange: (services: PickupChangeServices, trx: Db, change: PickupChange) => Promise<PickupRow[]>;
  /** The outbox of messages to people (messages/). It is passed in for the same reason. */
  readonly messages: {
    /** Writes messages, and jobs that send them, in the transaction that causes them. */
    readonly write: (services: OutboxServices, trx: Db, messages: readonly NewMessage[]) => Promise<void>;
    /**
     * Tells customers the dates (ISO 8601) to which an undo returned their pickups, if the message with that date was
     * replaced before it was sent.
     */
    readonly restoreDates: (
      services: OutboxServices,
      trx: Db,
      pickups: readonly { id: string; date: string }[],
    ) => Promise<void>;
    /** Writes messages to every dispatcher who wants them. */
    readonly writeToDispatchers: (
      services: OutboxServices,
      trx: Db,
      messages: readonly StaffMessage[],
    ) => Promise<void>;
    /** Writes notices into people's bells, in the transaction that causes them. */
    readonly notify: (services: OutboxServices, trx: Db, notices: readonly Notice[]) => Promise<void>;
    /** Writes notices to the bell of every active admin. */
    readonly notifyAdmins: (services: OutboxServices, trx: Db, notices: readonly AdminNotice[]) => Promise<void>;
    /**
     * Sends the email of a message that was just committed. Returns true if the mail server took it within 8 s;
     * otherwise its job keeps trying. Returns null when the recipient gets no such email.
     */
    readonly sendNow: (services: Services, key: MessageKey) => Promise<boolean | null>;
  };
  /** Throws 409 when a stop's plan doesn't allow the stop on a day. It is passed in for the same reason. */
  readonly requireFreeDay: (trx: Db, pickup: PickupRow, day: DateKey) => Promise<void>;
}

/** The services that writing a message needs. */
type OutboxServices = Pick<Services, 'clock' | 'jobs' | 'settings'>;

/** The services that a use case needs to write a message. */
export type WritesMessages = OutboxServices & Pick<Services, 'messages'>;

/** The services that the follow-ups of a pickup change need. */
export type PickupChangeServices = Pick<
  Services,
  'clock' | 'geocoder' | 'jobs' | 'settings' | 'afterPickupChange' | 'messages' | 'requireFreeDay'
>;
