import { expect, it } from 'vitest';
import { messageTitle, outcomeText } from './message-words.ts';

it('names kind, channel and outcome', () => {
  expect(messageTitle({ kind: 'not-done', title: null, channel: 'email' })).toBe('Pickup not done · Email');
  expect(messageTitle({ kind: 'notice', title: 'Pickup booked', channel: 'bell' })).toBe('Pickup booked · In the app');
  expect(messageTitle({ kind: 'notice', title: null, channel: 'bell' })).toBe('Notification · In the app');
  expect(outcomeText({ outcome: 'sent', reason: null })).toBe('Sent');
  expect(outcomeText({ outcome: 'delivered', reason: null })).toBe('Delivered');
  expect(outcomeText({ outcome: 'waiting', reason: null })).toBe('Waiting to be sent');
  expect(outcomeText({ outcome: 'waiting', reason: 'no mail server' })).toBe('Trying again');
  expect(outcomeText({ outcome: 'dropped', reason: 'a newer message replaced it' })).toBe(
    'Not sent: a newer message replaced it',
  );
  expect(outcomeText({ outcome: 'failed', reason: 'no mail server' })).toBe("We couldn't send it");
});
