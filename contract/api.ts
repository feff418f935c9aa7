import * as accounts from './accounts.ts';
import * as addresses from './addresses.ts';
import * as admin from './admin.ts';
import * as audit from './audit.ts';
import * as demo from './demo.ts';
import * as drivers from './drivers.ts';
import type { Endpoint } from './endpoint.ts';
import * as notifications from './notifications.ts';
import * as payments from './payments.ts';
import * as photos from './photos.ts';
import * as pickups from './pickups.ts';
import * as routing from './routing.ts';
import * as subscriptions from './subscriptions.ts';

/** The contract files. The API documentation is grouped by them; a test fails when one is missing here. */
export const features = {
  ...{ accounts, addresses, admin, audit, demo, drivers },
  ...{ notifications, payments, photos, pickups, routing, subscriptions },
};

/** Every endpoint by name. The server returns 501 for one that no feature implements. */
export const api = {
  register: accounts.register,
  login: accounts.login,
  logout: accounts.logout,
  forgotPassword: accounts.forgotPassword,
  resetPassword: accounts.resetPassword,
  changePassword: accounts.changePassword,
  verifyEmail: accounts.verifyEmail,
  resendVerification: accounts.resendVerification,
  getAuthUser: accounts.getAuthUser,
  getMe: accounts.getMe,
  updateMe: accounts.updateMe,
  listUsers: accounts.listUsers,
  listMembers: accounts.listMembers,
  countMembers: accounts.countMembers,
  changeRole: accounts.changeRole,

  getAdminDashboard: admin.getAdminDashboard,
  listHistory: audit.listHistory,

  suggestAddresses: addresses.suggestAddresses,

  listPickups: pickups.listPickups,
  createPickup: pickups.createPickup,
  countMyPickups: pickups.countMyPickups,
  listAdminPickups: pickups.listAdminPickups,
  countRequests: pickups.countRequests,
  assignPickup: pickups.assignPickup,
  completePickup: pickups.completePickup,
  reportIssue: pickups.reportIssue,
  markIncomplete: pickups.markIncomplete,
  reschedulePickup: pickups.reschedulePickup,
  cancelPickup: pickups.cancelPickup,

  getSubscription: subscriptions.getSubscription,
  createSubscription: subscriptions.createSubscription,
  confirmSubscriptionPayment: subscriptions.confirmSubscriptionPayment,
  startCardUpdate: subscriptions.startCardUpdate,
  finishCardUpdate: subscriptions.finishCardUpdate,
  countSubscriptions: subscriptions.countSubscriptions,
  listSubscriptionPickups: subscriptions.listSubscriptionPickups,
  listSubscriptions: subscriptions.listSubscriptions,
  updateSubscription: subscriptions.updateSubscription,
  cancelSubscription: subscriptions.cancelSubscription,
  rescheduleSubscription: subscriptions.rescheduleSubscription,

  createPaymentIntent: payments.createPaymentIntent,
  confirmTestPayment: payments.confirmTestPayment,
  confirmPayment: payments.confirmPayment,
  getReceipt: payments.getReceipt,
  getPickupPayment: payments.getPickupPayment,
  refundPickup: payments.refundPickup,
  listBillingHistory: payments.listBillingHistory,
  getBillingSummary: payments.getBillingSummary,

  getDriverRoute: drivers.getDriverRoute,
  getFullRoute: drivers.getFullRoute,
  completeBulk: drivers.completeBulk,
  markStopIncomplete: drivers.markStopIncomplete,
  saveStopNote: drivers.saveStopNote,
  getDriverStats: drivers.getDriverStats,

  attachPhoto: photos.attachPhoto,
  getPhoto: photos.getPhoto,

  listAddressClusters: routing.listAddressClusters,
  listRoutes: routing.listRoutes,
  optimizeSubscriptionRoute: routing.optimizeSubscriptionRoute,
  optimizePackageRoute: routing.optimizePackageRoute,
  moveRouteStop: routing.moveRouteStop,
  optimizeClusterRoute: routing.optimizeClusterRoute,
  createDemoData: demo.createDemoData,

  listNotifications: notifications.listNotifications,
  markNotificationRead: notifications.markNotificationRead,
  markAllNotificationsRead: notifications.markAllNotificationsRead,
} as const satisfies Record<string, Endpoint>;

export type Api = typeof api;
export type EndpointName = keyof Api;
