import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ClientSettings } from '../contract/client-settings.ts';
import { accountJobs } from './accounts/jobs.ts';
import { accountRoutes } from './accounts/routes.ts';
import { authorizer } from './accounts/sign-in/authorize.ts';
import { listWorking } from './accounts/sign-in/list-working.ts';
import { addressRoutes } from './addresses/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { attentionFigures } from './attention/figures.store.ts';
import { attentionRoutes } from './attention/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { backupJobs } from './backup/jobs.ts';
import { backupFigures } from './backup/metrics.ts';
import { bookingJobs } from './booking/jobs.ts';
import { bookingRoutes } from './booking/routes.ts';
import { serveCalendarFeed } from './calendar/feed.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { closedDayJobs } from './closed-days/jobs.ts';
import { closedDayRoutes } from './closed-days/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { pingDatabase } from './database/connect.ts';
import { poolMetric } from './database/pool-metrics.ts';
import type { PoolUse } from './database/watched-pool.ts';
import { demoRoutes } from './demo/routes.ts';
import { driverJobs } from './drivers/jobs.ts';
import { driverRoutes } from './drivers/routes.ts';
import type { Handlers } from './http/adapter.ts';
import { buildApp } from './http/app.ts';
import type { PageSettings } from './http/page-texts.ts';
import type { ResponseMode } from './http/serializer.ts';
import { idempotencyJobs } from './idempotency/jobs.ts';
import { importJobs } from './import/jobs.ts';
import { importRoutes } from './import/routes.ts';
import { jobFigures } from './jobs/figures.store.ts';
import { jobCounter } from './jobs/metrics.ts';
import type { JobHandlers } from './jobs/queue.ts';
import { liveJobs } from './live/jobs.ts';
import { liveRoutes } from './live/routes.ts';
import { messageFigures } from './messages/figures.store.ts';
import { messageJobs } from './messages/jobs.ts';
import { messageCounter } from './messages/metrics.ts';
import { serveOneClickUnsubscribe } from './messages/preferences/serve-one-click.ts';
import { messageRoutes } from './messages/routes.ts';
import { serveTextStatus } from './messages/texts/serve-text-status.ts';
import { missedRoutes } from './missed/routes.ts';
import { myDataJobs } from './my-data/jobs.ts';
import { myDataRoutes } from './my-data/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { ownerSettingsRoutes } from './owner-settings/routes.ts';
import { serveReturnAddresses } from './payments/checkout/return-addresses.ts';
import { paymentFigures } from './payments/figures.store.ts';
import { paymentJobs } from './payments/jobs.ts';
import { paymentRoutes } from './payments/routes.ts';
import { serveStripeWebhook } from './payments/webhook/stripe-webhook.ts';
import { photoJobs } from './photos/jobs.ts';
import { photoRoutes } from './photos/routes.ts';
import { pickupRoutes } from './pickups/routes.ts';
import { pushRoutes } from './push/routes.ts';
import { ratingRoutes } from './ratings/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { routingJobs } from './routing/jobs.ts';
import { routingRoutes } from './routing/routes.ts';
import { checkService } from './service-areas/check-service.ts';
import { serviceAreaRoutes } from './service-areas/routes.ts';
import { joinWaitingList } from './service-areas/waiting-list.ts';
import { serviceTimesJobs } from './service-times/jobs.ts';
import { serviceTimesRoutes } from './service-times/routes.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings/settings.ts';
import { subscriptionJobs } from './subscriptions/jobs.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';

/** Returns the handler of every endpoint of the contract. A missing one is a compile error. */
export function handlersOf(services: Services): Handlers {
  return {
    ...accountRoutes(services),
    ...addressRoutes(services),
    ...bookingRoutes(services),
    ...customerRoutes(services),
    ...importRoutes(services),
    ...closedDayRoutes(services),
    ...calendarRoutes(services),
    ...liveRoutes(services),
    ...messageRoutes(services),
    ...missedRoutes(services),
    ...myDataRoutes(services),
    ...pickupRoutes(services),
    ...serviceAreaRoutes(services),
    ...subscriptionRoutes(services),
    ...paymentRoutes(services),
    ...driverRoutes(services),
    ...photoRoutes(services),
    ...pushRoutes(services),
    ...ratingRoutes(services),
    ...reportRoutes(services),
    ...notificationRoutes(services),
    ...auditRoutes(services),
    ...adminRoutes(services),
    ...attentionRoutes(services),
    ...routingRoutes(services),
    ...ownerSettingsRoutes(services),
    ...serviceTimesRoutes(services),
    ...demoRoutes(services),
  };
}

/** Returns the handler of every kind of job. */
export function jobHandlersOf(services: Services): JobHandlers {
  return {
    ...accountJobs(services),
    ...backupJobs(services),
    ...bookingJobs(services),
    ...importJobs(services),
    ...closedDayJobs(services),
    ...liveJobs(services),
    ...messageJobs(services),
    ...myDataJobs(services),
    ...idempotencyJobs(services),
    ...serviceTimesJobs(services),
    ...driverJobs(services),
    ...photoJobs(services),
    ...paymentJobs(services),
    ...subscriptionJobs(services),
    ...routingJobs(services),
  };
}

/** Builds the HTTP app over the given services. Tests build the same app over their own database. */
export async function assemble(
  services: Services,
  {
    pools,
    ...options
  }: {
    logger: Logger | undefined;
    responses: ResponseMode;
    webDir: string | undefined;
    /** The connection pools that /metrics shows. */
    pools: Readonly<Record<string, () => PoolUse>>;
  },
): Promise<FastifyInstance> {
  const { settings, db } = services;
  const app = await buildApp({
    ...options,
    handlers: handlersOf(services),
    authorize: authorizer(services),
    listWorking: (accounts) => listWorking(services, accounts),
    pingDatabase: () => pingDatabase(db),
    metricsToken: settings.metricsToken,
    metrics: [messageCounter, jobCounter, poolMetric(pools)],
    figures: [jobFigures(db), messageFigures(db), paymentFigures(db), attentionFigures(services), backupFigures(db)],
    production: settings.production,
    trustProxy: settings.trustProxy,
    https: settings.appUrl.startsWith('https:'),
    client: clientSettingsOf(services),
    pageSettings: () => pageSettingsOf(services),
    checkZip: async (zip, ip) => (await checkService(services, zip, ip)).isServed,
    joinWaitingList: async (entry, ip) => await joinWaitingList(services, entry, ip),
    docs: !settings.production,
  });
  serveReturnAddresses(app, services);
  serveStripeWebhook(app, services);
  serveTextStatus(app, services);
  serveOneClickUnsubscribe(app, services);
  serveCalendarFeed(app, services);
  return app;
}

/** Returns true in production without Stripe's keys: the site takes bookings, but nobody pays for them. */
export function noCardIsCharged({ production, stripe }: Settings): boolean {
  return production && stripe === undefined;
}

export function clientSettingsOf({ settings, push }: Pick<Services, 'settings' | 'push'>): ClientSettings {
  return {
    brandName: settings.brandName,
    supportPhone: settings.supportPhone,
    supportEmail: settings.supportEmail,
    stripePublishableKey: settings.stripePublishableKey ?? null,
    testMode: settings.stripe === undefined,
    noCardIsCharged: noCardIsCharged(settings),
    addressLookup: settings.googleMapsApiKey !== undefined,
    mapStyleUrl: settings.mapStyleUrl ?? null,
    sameDayCutoff: settings.sameDayCutoff ?? null,
    changeCutoff: settings.changeCutoff,
    lateRefundPercent: settings.lateRefundPercent,
    incompletePhoto: settings.incompletePhoto,
    pushPublicKey: push.publicKey,
  };
}

/** Returns the settings that pages show: the same object until an owner changes a setting. */
function pageSettingsOf(services: Pick<Services, 'settings' | 'push'>): PageSettings {
  const { settings } = services;
  const known = pageSettings.get(settings);
  if (known?.version === settings.ownerVersion) return known.value;
  const { geocoder, businessAddress, officeHours, passages, ownerVersion: version } = settings;
  const own = { businessAddress: businessAddress ?? null, officeHours: officeHours ?? null, passages };
  const value = { ...clientSettingsOf(services), ...own, geocoder };
  pageSettings.set(settings, { version, value });
  return value;
}

const pageSettings = new WeakMap<Settings, { version: number; value: PageSettings }>();
