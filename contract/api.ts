import * as contact from './accounts/contact.ts';
import * as passwords from './accounts/passwords.ts';
import * as secondFactor from './accounts/second-factor.ts';
import * as sessions from './accounts/sessions.ts';
import * as accounts from './accounts.ts';
import * as addresses from './addresses.ts';
import * as admin from './admin.ts';
import * as attention from './attention.ts';
import * as audit from './audit.ts';
import * as bookingChanges from './booking/changes.ts';
import * as pickupPage from './booking/pickup-page.ts';
import * as customers from './customers.ts';
import * as demo from './demo.ts';
import * as driverTruck from './drivers/truck.ts';
import * as drivers from './drivers.ts';
import type { Endpoint } from './endpoint.ts';
import * as imports from './import.ts';
import * as messages from './messages/messages.ts';
import * as notifications from './messages/notifications.ts';
import * as messagePreferences from './messages/preferences.ts';
import * as push from './messages/push.ts';
import * as myData from './my-data.ts';
import * as ownerSettings from './owner-settings.ts';
import * as payments from './payments.ts';
import * as photos from './photos.ts';
import * as calendar from './pickups/calendar.ts';
import * as pickupLists from './pickups/lists.ts';
import * as live from './pickups/live.ts';
import * as missed from './pickups/missed.ts';
import * as moves from './pickups/moves.ts';
import * as ratings from './pickups/ratings.ts';
import * as pickups from './pickups.ts';
import * as planCancel from './plan/cancel.ts';
import * as planChange from './plan/change.ts';
import * as planCredit from './plan/credit.ts';
import * as planHold from './plan/hold.ts';
import * as planPage from './plan/page.ts';
import * as reports from './reports.ts';
import * as closedDays from './routing/closed-days.ts';
import * as dayBoard from './routing/day-board.ts';
import * as disposalSites from './routing/disposal-sites.ts';
import * as trucks from './routing/trucks.ts';
import * as routing from './routing.ts';
import * as serviceAreas from './service-areas.ts';
import * as serviceTimes from './service-times.ts';
import * as subscriptions from './subscriptions.ts';

/** The contract files. The API documentation is grouped by them; a test fails when one is missing here. */
export const features = {
  accounts,
  addresses,
  admin,
  attention,
  audit,
  bookingChanges,
  calendar,
  contact,
  customers,
  closedDays,
  dayBoard,
  demo,
  disposalSites,
  drivers,
  driverTruck,
  imports,
  live,
  messagePreferences,
  messages,
  missed,
  moves,
  myData,
  notifications,
  ownerSettings,
  passwords,
  payments,
  photos,
  pickupLists,
  pickupPage,
  pickups,
  planHold,
  planCancel,
  planChange,
  planPage,
  planCredit,
  push,
  ratings,
  reports,
  routing,
  secondFactor,
  serviceAreas,
  serviceTimes,
  sessions,
  subscriptions,
  trucks,
};

/** Every endpoint by name. The server doesn't compile until each has a handler. */
export const api = {
  ...pick(accounts, 'register', 'login', 'logout', 'forgotPassword', 'resetPassword', 'changePassword'),
  ...pick(accounts, 'verifyEmail', 'undoEmailChange', 'resendVerification', 'getAuthUser', 'getMe'),
  ...pick(accounts, 'updateMe', 'listUsers'),
  ...pick(accounts, 'listMembers', 'countMembers', 'changeRole'),
  ...pick(accounts, 'deactivateMember', 'reactivateMember', 'resetMemberFactor'),
  ...pick(passwords, 'checkPassword'),
  ...pick(sessions, 'listMySessions', 'endMySession', 'endMyOtherSessions'),
  ...pick(sessions, 'listUserSessions', 'endUserSession', 'endUserSessions'),
  ...pick(contact, 'getContact', 'changeContact', 'changeMyPhone'),
  ...pick(secondFactor, 'getSecondFactor', 'beginSecondFactor', 'enableSecondFactor', 'replaceRecoveryCodes'),
  ...pick(secondFactor, 'disableSecondFactor', 'confirmAgain'),
  ...pick(admin, 'getAdminDashboard', 'findAnything'),
  ...pick(attention, 'getAttention', 'dismissAttention'),
  ...pick(audit, 'listHistory'),
  ...pick(addresses, 'suggestAddresses', 'suggestVisitorAddresses'),
  ...pick(pickups, 'createPickup', 'assignPickup', 'reschedulePickup', 'cancelPickup'),
  ...pick(pickupLists, 'listPickups', 'countMyPickups', 'listAdminPickups', 'countRequests'),
  ...pick(pickupLists, 'getAdminPickup', 'listPickupAreas'),
  ...pick(pickupPage, 'getMyPickup'),
  ...pick(live, 'getLiveDay', 'streamLiveDay', 'getLivePhoto', 'getMyLiveDay', 'streamMyLiveDay', 'revokeLiveLinks'),
  ...pick(calendar, 'getCalendarFeed', 'replaceCalendarFeed', 'removeCalendarFeed'),
  ...pick(messages, 'listCustomerMessages'),
  ...pick(
    messagePreferences,
    'getMessagePreferences',
    'changeMessagePreference',
    'getUnsubscribe',
    'changeUnsubscribe',
  ),
  ...pick(missed, 'getMissedState', 'reportMissed', 'bookReturnTrip', 'decideMissed'),
  ...pick(moves, 'completePickup', 'reportIssue', 'markIncomplete', 'undoPickup', 'undoStop', 'reopenPickup'),
  ...pick(bookingChanges, 'getChangeOptions', 'moveBooking', 'cancelBooking'),
  ...pick(subscriptions, 'getSubscription', 'createSubscription', 'confirmSubscriptionPayment', 'startCardUpdate'),
  ...pick(subscriptions, 'finishCardUpdate', 'countSubscriptions', 'listSubscriptionPickups', 'listSubscriptions'),
  ...pick(subscriptions, 'updateSubscription', 'cancelSubscription', 'rescheduleSubscription', 'listPreferredTimes'),
  ...pick(planPage, 'getPlan', 'getSubscriberPlan'),
  ...pick(planHold, 'previewHold', 'holdPlan', 'previewBackEarly', 'comeBackEarly', 'skipVisit'),
  ...pick(planHold, 'previewSubscriberHold', 'holdSubscriber', 'previewSubscriberBackEarly', 'bringSubscriberBack'),
  ...pick(planHold, 'skipSubscriberVisit'),
  ...pick(planChange, 'previewPlanChange', 'changePlan', 'undoPlanChange', 'previewSubscriberChange'),
  ...pick(planChange, 'changeSubscriberPlan', 'undoSubscriberChange'),
  ...pick(planCancel, 'previewPlanCancel', 'cancelPlan', 'undoPlanCancel', 'previewSubscriberCancel'),
  ...pick(planCancel, 'cancelSubscriberPlan', 'undoSubscriberCancel', 'previewSubscriberEnd', 'endSubscriberPlan'),
  ...pick(payments, 'createPaymentIntent', 'confirmTestPayment', 'confirmPayment', 'getReceipt', 'getPickupPayment'),
  ...pick(payments, 'refundPickup', 'retryRefund', 'listBillingHistory', 'getBillingSummary', 'listUnspentPayments'),
  ...pick(customers, 'getCustomer', 'listCustomerPickups', 'listCustomerBilling', 'addCustomer', 'bookForCustomer'),
  ...pick(customers, 'sendPaymentLink', 'listCustomerNotes', 'addCustomerNote', 'removeCustomerNote'),
  ...pick(
    imports,
    'uploadImport',
    'listImports',
    'getImport',
    'readImport',
    'matchImport',
    'listImportRows',
    'runImport',
  ),
  ...pick(imports, 'downloadImportErrors', 'undoImport', 'inviteImported', 'discardImport', 'getAwaitingPlan'),
  ...pick(drivers, 'getDriverRoute', 'getFullRoute', 'completeBulk', 'markStopIncomplete', 'saveStopNote'),
  ...pick(drivers, 'getDriverStats'),
  ...pick(driverTruck, 'countBags', 'recordEmptied', 'undoEmptied', 'attachTicket', 'getTicket'),
  ...pick(photos, 'attachPhoto', 'getPhoto'),
  ...pick(planCredit, 'getPlanCredit'),
  ...pick(push, 'subscribeDevice', 'unsubscribeDevice', 'renewDevice'),
  ...pick(ratings, 'ratePickup'),
  ...pick(reports, 'getStopsReport', 'getDriversReport', 'getMoneyReport', 'getAreasReport', 'exportReport'),
  ...pick(routing, 'listAddressClusters', 'listRoutes', 'optimizeSubscriptionRoute', 'optimizePackageRoute'),
  ...pick(routing, 'moveRouteStop', 'optimizeClusterRoute'),
  ...pick(dayBoard, 'getDayBoard', 'moveBoardStops', 'undoBulkAction', 'setDriverShift', 'setDriverDay'),
  ...pick(dayBoard, 'clearDriverDay'),
  ...pick(disposalSites, 'listDisposalSites', 'addDisposalSite', 'changeDisposalSite', 'removeDisposalSite'),
  ...pick(trucks, 'getDriverTruck', 'setDriverTruck', 'removeDriverTruck'),
  ...pick(closedDays, 'previewClosedDays', 'moveClosedDays'),
  ...pick(demo, 'createDemoData'),
  ...pick(ownerSettings, 'getOwnerSettings', 'changeOwnerSettings'),
  ...pick(serviceTimes, 'getServiceTimes', 'chooseServiceTimes'),
  ...pick(serviceAreas, 'listServiceAreas', 'addServiceArea', 'changeServiceArea', 'removeServiceArea'),
  ...pick(serviceAreas, 'listZipPlaces', 'checkService', 'joinWaitingList', 'removeFromWaitingList'),
  ...pick(myData, 'exportMyData', 'previewDeletion', 'deleteMyAccount'),
  ...pick(notifications, 'listNotifications', 'markNotificationRead', 'markAllNotificationsRead'),
} satisfies Record<string, Endpoint>;

export type Api = typeof api;
export type EndpointName = keyof Api;

function pick<Feature extends object, Name extends keyof Feature>(feature: Feature, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, feature[name]])) as Pick<Feature, Name>;
}
