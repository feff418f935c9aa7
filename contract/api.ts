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

/** The contract files with endpoints. A test names a file that is missing here. The API documentation is grouped by them. */
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

type Feature = (typeof features)[keyof typeof features];
type EndpointsOf<File> = { [Name in keyof File as File[Name] extends Endpoint ? Name : never]: File[Name] };
type Joined<File> = (File extends File ? (file: EndpointsOf<File>) => void : never) extends (file: infer All) => void
  ? All
  : never;

export type Api = Joined<Feature>;
export type EndpointName = keyof Api;

/** Every exported endpoint of these files, by name. The server doesn't compile until each has a handler. */
export const api = joinEndpoints(Object.values(features)) as Api;

/** Throws an Error when two files export an endpoint of the same name. */
function joinEndpoints(files: readonly object[]): Record<string, unknown> {
  const found = files.flatMap((file) => Object.entries(file)).filter(([, each]) => isEndpoint(each));
  const twice = found.find(([name], at) => found.findIndex(([other]) => other === name) !== at);
  if (twice) throw new Error(`Two endpoints are called ${twice[0]}`);
  return Object.fromEntries(found);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}
