import type { IncompleteReason } from '../drivers.ts';

/**
 * Returns a sentence that tells the customer why the driver couldn't do the stop. `day` is in words; `reason` is null
 * when unknown.
 */
export function incompleteSentence(reason: IncompleteReason | null, day: string): string {
  return incompleteSentences[reason ?? 'other'](day);
}

const incompleteSentences: Record<IncompleteReason, (day: string) => string> = {
  'not-out': (day) => `We didn't find any bags out for your pickup on ${day}.`,
  'no-access': (day) => `We couldn't get to your bags on ${day}: there was no access.`,
  'extra-items': (day) => `There was more out than you booked for your pickup on ${day}, so we left it for now.`,
  other: (day) => `Your pickup on ${day} couldn't be completed.`,
};

/** Returns a sentence that tells the customer what happens next. The pickup's page shows what the customer can do. */
export function nextStepOf(reason: IncompleteReason | null | undefined): string {
  const isUpToCustomer = reason === 'not-out' || reason === 'no-access';
  return isUpToCustomer ? 'Open your pickup to see what you can do next.' : "We'll find a new date.";
}
