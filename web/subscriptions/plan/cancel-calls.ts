import {
  cancelPlan,
  cancelSubscriberPlan,
  previewPlanCancel,
  previewSubscriberCancel,
  undoPlanCancel,
  undoSubscriberCancel,
} from '../../../contract/plan/cancel.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import type { PlanScope } from './plan-scope.ts';

/** The calls that cancel a plan, for the customer's own plan or for a subscriber's. */

export function readCancel(scope: PlanScope) {
  return scope.kind === 'mine'
    ? read(previewPlanCancel)
    : read(previewSubscriberCancel, { params: { id: scope.subscriptionId } });
}

export async function sendCancel(scope: PlanScope, body: { expectedEnd: string | null; reason: string | null }) {
  return scope.kind === 'mine'
    ? await call(cancelPlan, { body })
    : await call(cancelSubscriberPlan, { params: { id: scope.subscriptionId }, body });
}

export async function sendUndoCancel(scope: PlanScope) {
  return scope.kind === 'mine'
    ? await call(undoPlanCancel)
    : await call(undoSubscriberCancel, { params: { id: scope.subscriptionId } });
}
