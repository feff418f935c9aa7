import { expect, it } from 'vitest';
import { messageTitle, outcomeText } from './message-words.ts';

it('names kind, channel and outcome', () => {
  expect(messageTitle({ kind: 'not-done', channel: 'email' })).toBe('Pickup not done · Email');
  expect(outcomeText({ outcome: 'sent', reason: null })).toBe('Sent');
  expect(outcomeText({ outcome: 'delivered', reason: null })).toBe('Delivered');
  expect(outcomeText({ outcome: 'waiting', reason: null })).toBe('Waiting to be sent');
  expect(outcomeText({ outcome: 'waiting', reason: 'no mail server' })).toBe('Trying again');
  expect(outcomeText({ outcome: 'dropped', reason: 'a newer message replaced it' })).toBe(
    'Not sent: a newer message replaced it',
  );
  expect(outcomeText({ outcome: 'failed', reason: 'no mail server' })).toBe("We couldn't send it");
});
