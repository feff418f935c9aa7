import type { SavedAction } from './action.ts';

/**
 * What the server has answered and the phone could not write down, since it is full: the action as settled, or null where it
 * was refused. While this page lives, none of it is sent again or shown as waiting.
 */
const answers = new Map<string, SavedAction | null>();

/** By more than the number, which begins anew where the browser has thrown the database away. */
const nameOf = ({ seq, pickupId, pressedAtMs }: SavedAction) => `${seq} ${pickupId} ${pressedAtMs}`;

export function rememberSettled(action: SavedAction): void {
  answers.set(nameOf(action), action);
}

export function rememberRefused(action: SavedAction): void {
  answers.set(nameOf(action), null);
}

/** What the phone keeps, as the server has answered it. */
export function asApplied(kept: readonly SavedAction[]): SavedAction[] {
  const settled = [...answers.values()].filter((action) => action !== null);
  return [...kept.filter((action) => !answers.has(nameOf(action))), ...settled];
}

/** One action that the phone keeps, as it was settled if it was. */
export function asSettled(action: SavedAction): SavedAction {
  return answers.get(nameOf(action)) ?? action;
}

/** Forgets what was settled where `isOver`; what was refused is remembered, or it would be sent again. */
export function forgetUnwritten(isOver: (action: SavedAction) => boolean): void {
  for (const [name, action] of answers) if (action && isOver(action)) answers.delete(name);
}
