import { describe, expect, it } from 'vitest';
import { channels } from '../../../contract/messages/messages.ts';
import { presentGroups, type Reach, stoppableGroup, textNumberOf, whyNotSent } from './preference-rules.ts';

const everything: Reach = { choices: [], hasDevice: true, textNumber: '+12155550142' };
const choice = (group: string, channel: (typeof channels)[number], isOn: boolean) => ({ group, channel, isOn });
const reminder = { kind: 'reminder', details: {} } as const;

describe('whyNotSent', () => {
  it('sends by email and push until a person chooses otherwise, and never texts unasked', () => {
    const why = channels.map((channel) => whyNotSent(reminder, channel, everything));
    expect(why).toEqual([null, null, 'the customer switched it off']);
  });

  it('notifies dispatchers on their devices only', () => {
    const problem = { kind: 'new-problem', details: {} } as const;
    const why = channels.map((channel) => whyNotSent(problem, channel, everything));
    expect(why).toEqual(['the dispatcher switched it off', null, 'the dispatcher switched it off']);
  });

  it('follows the choice for the group and the channel', () => {
    const choices = [choice('reminders', 'email', false), choice('reminders', 'sms', true)];
    const reach = { ...everything, choices };
    expect(whyNotSent(reminder, 'email', reach)).toBe('the customer switched it off');
    expect(whyNotSent(reminder, 'sms', reach)).toBeNull();
    expect(whyNotSent({ kind: 'done', details: {} }, 'email', reach)).toBeNull();
  });

  it('needs a device for push and a number for texts', () => {
    const choices = [choice('reminders', 'sms', true)];
    const unreachable: Reach = { choices, hasDevice: false, textNumber: null };
    expect(whyNotSent(reminder, 'push', unreachable)).toBe('no device gets notifications');
    expect(whyNotSent(reminder, 'sms', unreachable)).toBe('no phone number gets texts');
  });

  it('always emails receipts and refunds, and receipts by email alone', () => {
    const choices = [choice('changes', 'email', false), choice('money', 'email', false)];
    const reach = { ...everything, choices };
    expect(whyNotSent({ kind: 'receipt', details: {} }, 'email', reach)).toBeNull();
    expect(whyNotSent({ kind: 'receipt', details: {} }, 'push', reach)).toBe('it is only emailed');
    expect(whyNotSent({ kind: 'cancelled', details: { refund: '45.00' } }, 'email', reach)).toBeNull();
    expect(whyNotSent({ kind: 'cancelled', details: { refund: null } }, 'email', reach)).not.toBeNull();
  });
});

it('an email about money can not be stopped', () => {
  expect(stoppableGroup(reminder)).toBe('reminders');
  expect(stoppableGroup({ kind: 'receipt', details: {} })).toBeNull();
  expect(stoppableGroup({ kind: 'cancelled', details: { refund: '45.00' } })).toBeNull();
  expect(stoppableGroup({ kind: 'cancelled', details: {} })).toBe('changes');
});

it('texts are shown off while none could be sent', () => {
  const choices = [choice('reminders', 'sms', true)];
  expect(presentGroups(['reminders'], { ...everything, choices })).toEqual([
    { group: 'reminders', email: true, push: true, sms: true },
  ]);
  expect(presentGroups(['reminders'], { ...everything, choices, textNumber: null })[0]?.sms).toBe(false);
});

it.each([
  ['(215) 555-0142', '+12155550142'],
  ['+1 215 555 0142', '+12155550142'],
  ['020 7946 0000', null],
  [null, null],
])('texts to %s go to %s', (phone, number) => {
  expect(textNumberOf(phone)).toBe(number);
});
