import type { ActionName } from './actions.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Time that passes without any job running, in ms. */
export const pauses = {
  'a day goes by': dayMs + 60_000,
  'a month goes by': 31 * dayMs,
  /** Until the evening before the day of the nearest draft. */
  'the cut-off passes': 2 * dayMs + 8 * hourMs,
};

export type Beginning = readonly (ActionName | keyof typeof pauses)[];

export function isPause(name: Beginning[number]): name is keyof typeof pauses {
  return name in pauses;
}

/**
 * Actions of one kind of customer. The first ones always run, so that something can go wrong; the later ones are drawn
 * by weight.
 */
export interface ActionMix {
  first: Beginning;
  later: Partial<Record<ActionName, number>>;
}

export const actionMixes: readonly ActionMix[] = [
  {
    first: ['open a draft'],
    later: {
      ...{ 'open a draft': 3, confirm: 2, 'pay in the browser': 1, 'pay whatever is open': 1, book: 2 },
      ...{ 'come back': 1, 'an event': 1, 'cancel a pickup': 1 },
    },
  },
  {
    first: ['book'],
    later: {
      ...{ 'open a pickup': 3, confirm: 2, 'pay in the browser': 1, 'pay whatever is open': 1, 'come back': 1 },
      ...{ 'cancel a pickup': 1, 'an event': 1 },
    },
  },
  {
    first: ['open a listed price'],
    later: {
      ...{ 'open a listed price': 1, confirm: 2, 'pay in the browser': 1, 'pay whatever is open': 1, book: 4 },
      ...{ 'come back': 1, 'cancel a pickup': 1, reconcile: 2 },
    },
  },
  {
    first: ['open a draft', 'confirm'],
    later: {
      ...{ 'cancel a pickup': 2, 'refund a part': 5, 'refund at the provider': 2, dispute: 2, 'an event': 2 },
      ...{ 'a bank decides': 2, 'the provider refuses refunds': 1, 'the provider takes refunds again': 1 },
      ...{ 'work off jobs': 2, 'open a draft': 1, reconcile: 1, book: 1 },
    },
  },
  {
    first: ['open a listed price', 'pay whatever is open', 'come back', 'a day goes by'],
    later: { book: 3, reconcile: 3, 'come back': 1 },
  },
  {
    first: ['open a draft', 'confirm'],
    later: {
      ...{ 'refund a part': 6, 'work off jobs': 3, 'cancel a pickup': 2, 'refund at the provider': 1 },
      ...{ 'the provider refuses refunds': 3, 'the provider takes refunds again': 1 },
    },
  },
  {
    first: ['open a draft', 'confirm', 'the cut-off passes'],
    later: {
      ...{ 'the customer cancels': 4, 'cancel a pickup': 2, 'refund a part': 4, 'refund at the provider': 1 },
      ...{ 'work off jobs': 2, 'an event': 1, reconcile: 1, dispute: 1, 'open a draft': 1, confirm: 1 },
      ...{ 'a bank decides': 1, 'the provider refuses refunds': 2 },
    },
  },
  {
    first: ['open a draft', 'confirm'],
    later: {
      ...{ 'the customer moves': 4, 'the customer cancels': 2, 'cancel a pickup': 1, 'refund a part': 2 },
      ...{ 'work off jobs': 1, 'refund at the provider': 1, 'open a draft': 1, confirm: 1 },
    },
  },
  {
    first: ['choose a plan'],
    later: {
      ...{ 'choose a plan': 3, confirm: 2, 'pay in the browser': 1, 'pay whatever is open': 1, 'confirm the plan': 2 },
      ...{ 'come back': 1, 'an event': 1, 'cancel the plan': 1, 'end a plan at the provider': 1 },
    },
  },
  {
    first: ['choose a plan', 'confirm'],
    later: {
      ...{ 'cancel the plan': 2, 'pause the plan': 2, 'resume the plan': 4, 'price a plan': 1, 'choose a plan': 1 },
      ...{ 'end a plan at the provider': 1, 'work off jobs': 2, 'an event': 1, 'another card': 1, dispute: 1 },
      ...{ 'a bank decides': 1, 'the provider refuses refunds': 1 },
      ...{ 'refund at the provider': 1, 'a month is charged': 2, 'pay whatever is open': 1 },
    },
  },
  {
    first: ['choose a plan', 'confirm', 'cancel the plan', 'choose a plan'],
    later: {
      ...{ 'resume the plan': 4, confirm: 3, 'pay whatever is open': 1, 'choose a plan': 1, 'cancel the plan': 1 },
      ...{ 'an event': 1, 'work off jobs': 1 },
    },
  },
  {
    first: ['choose a plan', 'confirm', 'the card goes bad'],
    later: {
      ...{ 'a month is charged': 3, renew: 3, 'another card': 3, 'an event': 2, 'work off jobs': 2, 'price a plan': 1 },
      ...{ 'resume the plan': 1, 'pause the plan': 1, 'cancel the plan': 1, 'end a plan at the provider': 1 },
    },
  },
  {
    first: ['choose a plan', 'confirm', 'work off jobs', 'hold the plan'],
    later: {
      ...{
        'come back early': 2,
        'skip a visit': 2,
        'write credits': 3,
        'make stops': 1,
        renew: 3,
        'change the day': 1,
      },
      ...{ 'work off jobs': 2, 'the customer cancels the plan': 1, 'undo the cancellation': 1, 'cancel the plan': 1 },
      ...{ 'end the plan with a refund': 1, 'pause the plan': 1, 'resume the plan': 1, 'choose a plan': 1 },
    },
  },
  {
    first: ['choose a plan', 'confirm', 'work off jobs', 'hold the plan', 'the card goes bad'],
    later: {
      ...{
        'come back early': 1,
        'write credits': 3,
        renew: 3,
        'another card': 3,
        'a month is charged': 2,
        'an event': 1,
      },
      ...{ 'work off jobs': 2, 'the customer cancels the plan': 1, 'cancel the plan': 1, 'change the plan': 1 },
    },
  },
  {
    first: ['choose a plan', 'confirm', 'work off jobs'],
    later: {
      ...{
        'change the plan': 4,
        'undo the change': 2,
        'change the day': 2,
        'price a plan': 1,
        renew: 3,
        'make stops': 1,
      },
      ...{ 'the customer cancels the plan': 2, 'undo the cancellation': 2, 'hold the plan': 1, 'skip a visit': 1 },
      ...{ 'work off jobs': 2, 'an event': 1, 'a month is charged': 1 },
    },
  },
  {
    first: ['choose a plan', 'confirm', 'work off jobs', 'the customer cancels the plan'],
    later: {
      ...{ 'undo the cancellation': 4, 'the customer cancels the plan': 2, 'cancel the plan': 1, 'resume the plan': 2 },
      ...{
        renew: 2,
        'work off jobs': 2,
        'an event': 1,
        'choose a plan': 1,
        confirm: 1,
        'end the plan with a refund': 1,
      },
    },
  },
];

/** Returns each later action as many times as its weight. */
export function listActions({ later }: ActionMix): ActionName[] {
  return Object.entries(later).flatMap(([name, weight]) => Array.from({ length: weight }, () => name as ActionName));
}
