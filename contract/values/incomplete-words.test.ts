import { expect, it } from 'vitest';
import { incompleteSentence, nextStepOf } from './incomplete-words.ts';

const day = 'Monday, November 23';

it.each([
  ['not-out', "We didn't find any bags out for your pickup on Monday, November 23.", true],
  ['no-access', "We couldn't get to your bags on Monday, November 23: there was no access.", true],
  [
    'extra-items',
    'There was more out than you booked for your pickup on Monday, November 23, so we left it for now.',
    false,
  ],
  ['other', "Your pickup on Monday, November 23 couldn't be completed.", false],
  [null, "Your pickup on Monday, November 23 couldn't be completed.", false],
] as const)('says what happened and what is next for %s', (reason, sentence, isUpToCustomer) => {
  expect(incompleteSentence(reason, day)).toBe(sentence);
  expect(nextStepOf(reason)).toBe(
    isUpToCustomer ? 'Open your pickup to see what you can do next.' : "We'll find a new date.",
  );
});
