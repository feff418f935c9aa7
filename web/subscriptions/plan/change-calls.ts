import {
  changePlan,
  changeSubscriberPlan,
  previewPlanChange,
  previewSubscriberChange,
  undoPlanChange,
  undoSubscriberChange,
} from '../../../contract/plan/change.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import type { ChangeWish } from './change-words.ts';
import type { PlanScope } from './plan-scope.ts';

/** The calls that change a plan, for the customer's own plan or for a subscriber's. */

export function readChange(scope: PlanScope, query: ChangeWish) {
  return scope.kind === 'mine'
    ? read(previewPlanChange, { query })
    : read(previewSubscriberChange, { params: { id: scope.subscriptionId }, query });
}

interface Confirmed extends ChangeWish {
  expectedPrice: string;
  expectedFrom: string | null;
  expectedFirstDays: string[];
}

export async function sendChange(scope: PlanScope, body: Confirmed) {
  return scope.kind === 'mine'
    ? await call(changePlan, { body })
    : await call(changeSubscriberPlan, { params: { id: scope.subscriptionId }, body });
}

export async function sendUndoChange(scope: PlanScope) {
  return scope.kind === 'mine'
    ? await call(undoPlanChange)
    : await call(undoSubscriberChange, { params: { id: scope.subscriptionId } });
}
