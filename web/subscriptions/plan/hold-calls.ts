import {
  bringSubscriberBack,
  comeBackEarly,
  holdPlan,
  holdSubscriber,
  previewBackEarly,
  previewHold,
  previewSubscriberBackEarly,
  previewSubscriberHold,
  skipSubscriberVisit,
  skipVisit,
} from '../../../contract/plan/hold.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import type { PlanScope } from './plan-scope.ts';

/** The calls for holds and skips, for the customer's own plan or for a subscriber's. */

export function readHold(scope: PlanScope, query: { from: DateKey; until: DateKey }) {
  return scope.kind === 'mine'
    ? read(previewHold, { query })
    : read(previewSubscriberHold, { params: { id: scope.subscriptionId }, query });
}

interface Hold {
  from: DateKey;
  until: DateKey;
  expectedCredit: string;
  expectedVisits: DateKey[];
}

export async function sendHold(scope: PlanScope, body: Hold) {
  return scope.kind === 'mine'
    ? await call(holdPlan, { body })
    : await call(holdSubscriber, { params: { id: scope.subscriptionId }, body });
}

export function readBackEarly(scope: PlanScope, query: { on: DateKey }) {
  return scope.kind === 'mine'
    ? read(previewBackEarly, { query })
    : read(previewSubscriberBackEarly, { params: { id: scope.subscriptionId }, query });
}

export async function sendBackEarly(scope: PlanScope, body: { on: DateKey; expectedVisits: DateKey[] }) {
  return scope.kind === 'mine'
    ? await call(comeBackEarly, { body })
    : await call(bringSubscriberBack, { params: { id: scope.subscriptionId }, body });
}

export async function sendSkip(scope: PlanScope, body: { day: DateKey }) {
  return scope.kind === 'mine'
    ? await call(skipVisit, { body })
    : await call(skipSubscriberVisit, { params: { id: scope.subscriptionId }, body });
}
