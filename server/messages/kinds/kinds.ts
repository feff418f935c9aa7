import type { PickupMessageKind } from '../../../contract/messages/messages.ts';
import { cancelled } from './cancelled.ts';
import { done } from './done.ts';
import type { PickupKind } from './kind.ts';
import { newProblem } from './new-problem.ts';
import { next } from './next.ts';
import { notDone } from './not-done.ts';
import { reminder } from './reminder.ts';
import { rescheduled } from './rescheduled.ts';
import { sameDayRequest } from './same-day-request.ts';

/** Every kind of message about a pickup. */
export const pickupKinds: Readonly<Record<PickupMessageKind, PickupKind>> = {
  ...{ changed: rescheduled, cancelled, reminder, next, done },
  'not-done': notDone,
  'new-problem': newProblem,
  'same-day-request': sameDayRequest,
};
