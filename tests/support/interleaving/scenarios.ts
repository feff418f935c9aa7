import type { Beginning } from './action-mixes.ts';
import type { ActionName } from './actions.ts';

/**
 * Actions that are tested step by step, without randomness. The action dies at each of its steps and everything
 * restarts. Or `other` runs: after the death, as a retry does, or completely between two steps of the action.
 */
export interface Scenario {
  first: Beginning;
  act: ActionName;
  other?: ActionName;
  /** Actions that follow without interruption. */
  after?: readonly ActionName[];
  /** The maximum number of charges, including refunded ones. */
  charges?: number;
  /** The maximum of the charges that is not refunded in the end, in cents. */
  keeps?: number;
}

const draft: Beginning = ['open a draft', 'confirm'];
const late: Beginning = [...draft, 'the cut-off passes'];
const unspent: Beginning = ['open a listed price', 'pay whatever is open', 'come back', 'a day goes by'];
const plan: Beginning = ['choose a plan', 'confirm', 'work off jobs'];
const month: Beginning = [...plan, 'a month goes by'];
const charged: Beginning = [...month, 'a month is charged'];
const ended: Beginning = [...plan, 'cancel the plan', 'work off jobs'];
const owing: Beginning = [...plan, 'the card goes bad', 'a month goes by', 'renew'];
const held: Beginning = [...plan, 'hold the plan'];
const credited: Beginning = [...held, 'a month goes by', 'write credits', 'work off jobs'];
const ending: Beginning = [...plan, 'the customer cancels the plan', 'work off jobs'];
const payAll = { after: ['pay whatever is open', 'come back'], charges: 1 } as const;

/** A pickup is booked, paid, cancelled and refunded. */
export const pickupScenarios: readonly Scenario[] = [
  // A draft
  { first: [], act: 'open a draft', other: 'open a draft', ...payAll },
  { first: ['open a draft'], act: 'change the draft', other: 'change the draft', ...payAll },
  { first: ['open a draft'], act: 'change the draft', other: 'confirm', ...payAll },
  { first: ['open a draft'], act: 'confirm', other: 'confirm', charges: 1 },
  { first: ['open a draft'], act: 'confirm', other: 'book', charges: 1 },
  { first: ['open a draft'], act: 'confirm', other: 'book again without a key', charges: 1 },
  { first: ['open a draft', 'pay in the browser'], act: 'book', other: 'come back', charges: 1 },
  { first: ['open a draft', 'pay in the browser'], act: 'an event', other: 'reconcile', charges: 1 },
  { first: ['open a draft', 'pay in the browser'], act: 'change the draft', other: 'reconcile', ...payAll },
  { first: ['open a draft', 'a day goes by'], act: 'reconcile', other: 'confirm', charges: 1 },
  { first: [...draft, 'cancel a pickup', 'work off jobs'], act: 'open a draft', ...payAll },
  // Money that waits for its booking
  { first: ['open a listed price', 'pay in the browser'], act: 'book', other: 'book', charges: 1 },
  { first: unspent, act: 'reconcile', other: 'book', charges: 1 },
  // An unpaid pickup
  { first: [], act: 'book', other: 'book' },
  { first: [], act: 'book again without a key', other: 'book again without a key' },
  { first: ['book'], act: 'open a pickup', other: 'open a pickup', ...payAll },
  { first: ['book', 'open a pickup'], act: 'confirm', other: 'cancel a pickup', charges: 1 },
  // Refunds
  { first: draft, act: 'cancel a pickup', other: 'cancel a pickup' },
  { first: draft, act: 'cancel a pickup', other: 'refund a part' },
  { first: draft, act: 'refund a part', other: 'refund a part' },
  { first: draft, act: 'refund a part', other: 'refund everything' },
  { first: [...draft, 'cancel a pickup'], act: 'work off jobs', other: 'reconcile' },
  { first: [...draft, 'refund a part'], act: 'work off jobs', other: 'reconcile' },
  { first: [...draft, 'refund a part'], act: 'work off jobs', other: 'cancel a pickup' },
  { first: [...draft, 'refund everything', 'work off jobs'], act: 'cancel a pickup' },
  // The customer cancels, before the cut-off and after it
  { first: draft, act: 'the customer cancels', other: 'the customer cancels' },
  { first: draft, act: 'the customer cancels', other: 'cancel a pickup' },
  { first: draft, act: 'the customer cancels', other: 'refund a part' },
  { first: draft, act: 'the customer cancels', other: 'the customer moves' },
  { first: late, act: 'the customer cancels', other: 'the customer cancels' },
  { first: late, act: 'the customer cancels', other: 'cancel a pickup' },
  { first: late, act: 'the customer cancels', other: 'refund a part' },
  { first: [...late, 'the customer cancels'], act: 'work off jobs', other: 'cancel a pickup', keeps: 1500 },
  { first: [...late, 'the customer cancels'], act: 'work off jobs', other: 'refund a part', keeps: 1500 },
  { first: ['book', 'open a pickup'], act: 'confirm', other: 'the customer cancels', charges: 1 },
  // The bank asks for a confirmation
  { first: [...draft, 'dispute'], act: 'an event' },
  { first: ['open a draft', 'pay in the browser', 'dispute'], act: 'an event', other: 'reconcile' },
  { first: [...charged, 'dispute'], act: 'an event', other: 'renew' },
];

/** A plan is bought, charged for its months, and resumed. */
export const monthScenarios: readonly Scenario[] = [
  // A plan
  { first: [], act: 'choose a plan', other: 'choose another plan', ...payAll },
  { first: ['choose a plan'], act: 'choose another plan', other: 'choose another plan', ...payAll },
  { first: ['choose a plan'], act: 'choose another plan', other: 'confirm', ...payAll },
  { first: ['choose a plan', 'pay in the browser'], act: 'confirm the plan', other: 'come back', charges: 1 },
  {
    first: ['choose a plan', 'pay in the browser'],
    act: 'confirm the plan',
    other: 'choose another plan',
    charges: 1,
  },
  { first: ['choose a plan', 'pay in the browser', 'end a plan at the provider'], act: 'confirm the plan', keeps: 0 },
  { first: plan, act: 'choose another plan', ...payAll },
  // Its months
  { first: charged, act: 'cancel the plan', charges: 2 },
  { first: month, act: 'cancel the plan', other: 'a month is charged', charges: 2 },
  { first: month, act: 'renew', other: 'renew', charges: 2 },
  { first: month, act: 'renew', other: 'cancel the plan', charges: 2 },
  { first: owing, act: 'another card', other: 'renew', charges: 2 },
  // The customer resumes it
  { first: ended, act: 'resume the plan', other: 'choose a plan' },
  { first: [...ended, 'choose a plan'], act: 'resume the plan', other: 'confirm' },
  // A person has ended the plan at the provider, so another one is charged immediately.
  { first: [...charged, 'end a plan at the provider', 'cancel the plan'], act: 'resume the plan', charges: 3 },
  { first: [...charged, 'pause the plan', 'end a plan at the provider'], act: 'resume the plan', charges: 3 },
  { first: [...ended, 'a month goes by'], act: 'resume the plan', other: 'resume the plan', charges: 2 },
  { first: [...ended, 'a month goes by'], act: 'resume the plan', other: 'choose a plan', charges: 2 },
];

/** A plan is held, changed and cancelled. */
export const planScenarios: readonly Scenario[] = [
  // It is held
  { first: plan, act: 'hold the plan', other: 'skip a visit' },
  { first: held, act: 'come back early', other: 'make stops' },
  { first: [...held, 'a month goes by'], act: 'write credits', other: 'renew', charges: 2 },
  { first: [...held, 'a month goes by'], act: 'renew', other: 'cancel the plan', charges: 2 },
  { first: [...held, 'a month goes by', 'write credits'], act: 'work off jobs', other: 'renew', charges: 2 },
  { first: [...credited, 'cancel the plan'], act: 'work off jobs', other: 'choose a plan' },
  { first: credited, act: 'end the plan with a refund', other: 'renew', charges: 2 },
  // It changes
  { first: plan, act: 'change the plan', other: 'price a plan' },
  { first: [...plan, 'change the plan'], act: 'undo the change', other: 'hold the plan' },
  { first: [...plan, 'change the plan', 'a month goes by'], act: 'renew', other: 'make stops', charges: 2 },
  { first: plan, act: 'change the day', other: 'hold the plan' },
  // Its customer cancels it
  { first: plan, act: 'the customer cancels the plan', other: 'change the plan' },
  { first: ending, act: 'undo the cancellation', other: 'cancel the plan' },
  { first: [...ending, 'a month goes by'], act: 'undo the cancellation', other: 'renew', charges: 1 },
];

/** One way to run a scenario. */
export interface Variant extends Scenario {
  /** `other` runs completely between two steps of the action, instead of after its death. */
  isBetween: boolean;
}

/**
 * Returns the variants of scenarios: each action dies alone or is followed by the other one, and each of the two runs
 * between the steps of the other.
 */
export function variantsOf(scenarios: readonly Scenario[]): Variant[] {
  const begins = ({ first, act }: Scenario) => `${first} ${act}`;
  return scenarios.flatMap(({ other, ...scene }, index) => {
    const alone = { ...scene, isBetween: false };
    const isNew = index === scenarios.findIndex((one) => begins(one) === begins(scene));
    if (!other) return [alone];
    const both = [
      { ...alone, other },
      { ...scene, other, isBetween: true },
    ];
    const turned = { ...scene, act: other, other: scene.act, isBetween: true };
    return [...(isNew ? [alone] : []), ...both, ...(other === scene.act ? [] : [turned])];
  });
}
