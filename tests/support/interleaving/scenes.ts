import type { ActName } from './acts.ts';
import type { Beginning } from './themes.ts';

/**
 * What is gone through step by step, without any chance: the act dies at each of its steps and everything is started again, or
 * `beside` comes: after the death, as whoever tries again does, or wholly between two steps of the act.
 */
export interface Scene {
  first: Beginning;
  act: ActName;
  beside?: ActName;
  /** What is done after that, by the book. */
  after?: readonly ActName[];
  /** More than so many charges are one too many, also where one of them goes back. */
  charges?: number;
  /** What is kept of them in the end, in cents. */
  keeps?: number;
  /** Another between its steps has charged twice once: every step, every time. */
  isWhole?: true;
}

const draft: Beginning = ['open a draft', 'confirm'];
const unspent: Beginning = ['open a listed price', 'pay whatever is open', 'come back', 'a day goes by'];
const plan: Beginning = ['choose a plan', 'confirm', 'work off jobs'];
const month: Beginning = [...plan, 'a month goes by'];
const charged: Beginning = [...month, 'a month is charged'];
const ended: Beginning = [...plan, 'cancel the plan', 'work off jobs'];
const owing: Beginning = [...plan, 'the card goes bad', 'a month goes by', 'renew'];
const payAll = { after: ['pay whatever is open', 'come back'], charges: 1 } as const;

export const scenes: readonly Scene[] = [
  // A draft
  { first: [], act: 'open a draft', beside: 'open a draft', ...payAll },
  { first: ['open a draft'], act: 'change the draft', beside: 'change the draft', ...payAll },
  { first: ['open a draft'], act: 'change the draft', beside: 'confirm', ...payAll },
  { first: ['open a draft'], act: 'confirm', beside: 'confirm', charges: 1 },
  { first: ['open a draft'], act: 'confirm', beside: 'book', charges: 1 },
  { first: ['open a draft'], act: 'confirm', beside: 'book again without a key', charges: 1 },
  { first: ['open a draft', 'pay in the browser'], act: 'book', beside: 'come back', charges: 1 },
  { first: ['open a draft', 'pay in the browser'], act: 'an event', beside: 'reconcile', charges: 1 },
  { first: ['open a draft', 'pay in the browser'], act: 'change the draft', beside: 'reconcile', ...payAll },
  { first: ['open a draft', 'a day goes by'], act: 'reconcile', beside: 'confirm', charges: 1 },
  { first: [...draft, 'cancel a pickup', 'work off jobs'], act: 'open a draft', ...payAll },
  // Money that waits for its booking
  { first: ['open a listed price', 'pay in the browser'], act: 'book', beside: 'book', charges: 1 },
  { first: unspent, act: 'reconcile', beside: 'book', charges: 1 },
  // An unpaid pickup
  { first: [], act: 'book', beside: 'book' },
  { first: [], act: 'book again without a key', beside: 'book again without a key' },
  { first: ['book'], act: 'open a pickup', beside: 'open a pickup', ...payAll },
  { first: ['book', 'open a pickup'], act: 'confirm', beside: 'cancel a pickup', charges: 1 },
  // Money that goes back
  { first: draft, act: 'cancel a pickup', beside: 'cancel a pickup' },
  { first: draft, act: 'cancel a pickup', beside: 'refund a part' },
  { first: draft, act: 'refund a part', beside: 'refund a part' },
  { first: draft, act: 'refund a part', beside: 'refund everything' },
  { first: [...draft, 'cancel a pickup'], act: 'work off jobs', beside: 'reconcile' },
  { first: [...draft, 'refund a part'], act: 'work off jobs', beside: 'reconcile' },
  { first: [...draft, 'refund a part'], act: 'work off jobs', beside: 'cancel a pickup' },
  { first: [...draft, 'refund everything', 'work off jobs'], act: 'cancel a pickup' },
  // The bank asks
  { first: [...draft, 'dispute'], act: 'an event' },
  { first: ['open a draft', 'pay in the browser', 'dispute'], act: 'an event', beside: 'reconcile' },
  { first: [...charged, 'dispute'], act: 'an event', beside: 'renew' },
  // A plan
  { first: [], act: 'choose a plan', beside: 'choose another plan', ...payAll },
  { first: ['choose a plan'], act: 'choose another plan', beside: 'choose another plan', ...payAll },
  { first: ['choose a plan'], act: 'choose another plan', beside: 'confirm', ...payAll, isWhole: true },
  { first: ['choose a plan', 'pay in the browser'], act: 'confirm the plan', beside: 'come back', charges: 1 },
  {
    first: ['choose a plan', 'pay in the browser'],
    act: 'confirm the plan',
    beside: 'choose another plan',
    charges: 1,
  },
  { first: ['choose a plan', 'pay in the browser', 'end a plan at the provider'], act: 'confirm the plan', keeps: 0 },
  { first: plan, act: 'choose another plan', ...payAll },
  // Its months
  { first: charged, act: 'cancel the plan', charges: 2 },
  { first: month, act: 'cancel the plan', beside: 'a month is charged', charges: 2 },
  { first: month, act: 'renew', beside: 'renew', charges: 2 },
  { first: month, act: 'renew', beside: 'cancel the plan', charges: 2 },
  { first: owing, act: 'another card', beside: 'renew', charges: 2 },
  // It comes back
  { first: ended, act: 'resume the plan', beside: 'choose a plan' },
  { first: [...ended, 'choose a plan'], act: 'resume the plan', beside: 'confirm' },
  { first: [...charged, 'end a plan at the provider', 'cancel the plan'], act: 'resume the plan', charges: 2 },
  { first: [...charged, 'pause the plan', 'end a plan at the provider'], act: 'resume the plan', charges: 2 },
  { first: [...ended, 'a month goes by'], act: 'resume the plan', beside: 'resume the plan', charges: 2 },
  { first: [...ended, 'a month goes by'], act: 'resume the plan', beside: 'choose a plan', charges: 2 },
];

/** One way through a scene. */
export interface Way extends Scene {
  /** Comes wholly between two steps of the act, instead of after its death. */
  isBetween: boolean;
}

/** Each act dies alone, and is tried again by the other; and each of the two comes between the steps of the other. */
export const ways: readonly Way[] = scenes.flatMap(({ beside, isWhole, ...scene }, index) => {
  const alone = { ...scene, isBetween: false };
  const isNew = index === scenes.findIndex(({ first, act }) => `${first} ${act}` === `${scene.first} ${scene.act}`);
  if (!beside) return [alone];
  const both = [
    { ...alone, beside },
    { ...scene, beside, isBetween: true, ...(isWhole && { isWhole }) },
  ];
  const turned = { ...scene, act: beside, beside: scene.act, isBetween: true };
  return [...(isNew ? [alone] : []), ...both, ...(beside === scene.act ? [] : [turned])];
});
