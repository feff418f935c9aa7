import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './database/transaction.ts';
import type { AddressLookup } from './external/geocoding/address-lookup.ts';
import type { Geocoder } from './external/geocoding/geocoder.ts';
import type { Mailer } from './external/mail/mail.ts';
import type { PaymentProvider } from './external/payments/payment-provider.ts';
import type { PhotoStorage } from './external/photos/photo-storage.ts';
import type { RoadDistances } from './external/roads/road-distances.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Plans } from './payments/plans.ts';
import type { Settings } from './settings/settings.ts';

/** What use cases work with. It is handed in, so a test can hand in its own clock or database. */
export interface Services {
  readonly db: Db;
  readonly clock: () => Date;
  readonly settings: Settings;
  readonly payments: PaymentProvider;
  /** What a paid plan does, for the payments feature. */
  readonly plans: Plans<Services>;
  readonly mail: Mailer;
  /** Undefined without a key for a map service. */
  readonly addresses: AddressLookup | undefined;
  /** Undefined where it is switched off: addresses are known by their ZIP code then. */
  readonly geocoder: Geocoder | undefined;
  /** Undefined where distances are estimated. */
  readonly roads: RoadDistances | undefined;
  readonly photos: PhotoStorage;
  readonly jobs: JobQueue;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}
