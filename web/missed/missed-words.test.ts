import { describe, expect, it } from 'vitest';
import type { Evidence, MissedState } from '../../contract/pickups/missed.ts';
import type { Pickup } from '../../contract/pickups.ts';
import { deadlineText, missedLabel, missedWordsOf, recordText, usualReason } from './missed-words.ts';

/** Monday, 19:00 in New York. */
const now = new Date('2026-11-24T00:00:00Z');
const pickup = { id: 'p', status: 'assigned', scheduledDate: '2026-11-23T14:00:00.000Z' } as Pickup;
const tuesday = { ...pickup, scheduledDate: '2026-11-24T14:00:00.000Z' };
const nothing: MissedState = {
  ...{ phase: 'none', opensAt: null, until: null, estimatedArrival: null, verdict: null },
  ...{ evidence: null, returnTrip: null, report: null },
};
const visit = (more: Partial<Evidence>): Evidence => ({
  ...{ status: 'incomplete', incompleteReason: 'not-out', visitedAt: '2026-11-23T14:12:00.000Z', photos: [] },
  ...more,
});
const report = (more: Partial<NonNullable<MissedState['report']>>): MissedState['report'] => ({
  ...{ id: 'r', state: 'open', day: '2026-11-23', message: null, reportedAt: '2026-11-24T00:00:00.000Z' },
  ...{ decideBy: '2026-11-25T00:00:00.000Z', decidedAt: null, reason: null, recovery: null, ...more },
});
const say = (state: Partial<MissedState>, at = now) => missedWordsOf({ ...nothing, ...state }, pickup, at);
const until = '2026-11-26T05:00:00.000Z';

describe('before a report', () => {
  it('says nothing when there is nothing', () => expect(say({})).toBeNull());

  it('gives the estimate, and says from when it can be reported', () => {
    const coming = { phase: 'coming', estimatedArrival: '2026-11-23T20:40:00.000Z' } as const;
    expect(say(coming, new Date('2026-11-23T15:00:00Z'))?.text).toBe(
      "We expect to be there around 3:40 PM. If we haven't come by 6:00 PM, you can report it here.",
    );
    expect(say(coming, new Date('2026-11-23T21:00:00Z'))?.text).toMatch(/^Your pickup is still planned for today\./);
    expect(say({ ...coming, estimatedArrival: '2026-11-24T00:30:00.000Z' })?.text).toBe(
      'Your driver is still on the route. We now expect to be there around 7:30 PM. Please leave your bags out.',
    );
  });

  it('says what the record has, and until when it can be reported', () => {
    const open = { phase: 'open', until } as const;
    expect(say({ ...open, verdict: 'recover' })?.text).toBe(
      "We have no visit on record. Report it by 11:59 PM on Wed, Nov 25, and we'll come back at no charge.",
    );
    expect(say({ ...open, verdict: 'evidence', evidence: visit({}) })).toMatchObject({
      title: "Your pickup wasn't completed",
      text: "We didn't find any bags out today at 9:12 AM. You can book a return trip, or message the dispatcher until 11:59 PM on Wed, Nov 25.",
    });
    expect(say({ ...open, verdict: 'recover', evidence: visit({ incompleteReason: 'other' }) })?.title).toBe(
      "We're sorry",
    );
    const done = visit({ status: 'completed', incompleteReason: null });
    expect(say({ ...open, verdict: 'dispatcher', evidence: done }, new Date('2026-11-25T15:00:00Z'))?.text).toBe(
      'Your driver marked it done on Mon, Nov 23 at 9:12 AM. You can report it until 11:59 PM today.',
    );
    const wait = { phase: 'wait', opensAt: '2026-11-23T23:00:00.000Z', evidence: done } as const;
    expect(say(wait)?.text).toMatch(/You can report it when the route is done, or from 6:00 PM\.$/);
  });
});

describe('after a report', () => {
  it('says by when the dispatcher decides', () => {
    expect(say({ phase: 'reported', report: report({}) })?.text).toBe(
      "A dispatcher will check it and decide by 7:00 PM tomorrow. We'll tell you here and by email.",
    );
  });

  it('says when we come back, and what it costs', () => {
    const recovered = report({ state: 'recovered', recovery: tuesday });
    expect(say({ phase: 'reported', report: recovered })?.text).toBe(
      "You reported it on Mon, Nov 23. We're coming back tomorrow. You're first on the route, and it costs nothing extra.",
    );
    const free = report({ state: 'missed', recovery: { ...tuesday, id: 'q', recoveryOf: 'p' } });
    expect(say({ phase: 'reported', report: free })?.text).toMatch(/It's free of charge\.$/);
    const done = report({ state: 'missed', recovery: { ...tuesday, status: 'completed' } });
    expect(say({ phase: 'reported', report: done }, new Date('2026-11-25T15:00:00Z'))?.text).toBe(
      'We came back on Tue, Nov 24.',
    );
    const gone = report({ state: 'missed', recovery: { ...tuesday, status: 'cancelled' } });
    expect(say({ phase: 'reported', report: gone })?.text).toMatch(/was cancelled\.$/);
  });

  it('says why it was not missed', () => {
    const decided = report({ state: 'not-missed', reason: 'See the photo.' });
    expect(say({ phase: 'reported', report: decided, evidence: visit({ status: 'completed' }) })?.text).toBe(
      "We don't think it was missed. See the photo.",
    );
  });

  it('names the return trip, and that it has to be paid', () => {
    const trip = { ...tuesday, paymentStatus: 'pending', amount: '30.00' };
    const booked = (more: object) => say({ returnTrip: { amount: '30.00', pickup: { ...trip, ...more } } });
    expect(booked({})).toMatchObject({
      title: 'Pay for your return trip',
      text: "We'll come back tomorrow once $30.00 is paid.",
    });
    expect(booked({ paymentStatus: 'paid' })?.text).toBe("We're coming back tomorrow.");
  });

  it('says that a report was closed', () => {
    expect(say({ report: report({ state: 'closed' }) })?.title).toBe('Your report is closed');
    expect(say({ report: report({ state: 'recovered', recovery: tuesday }) })).toBeNull();
  });
});

describe('for the dispatcher', () => {
  it('names what a press does, and offers a reason that stays true', () => {
    expect(missedLabel({ status: 'completed' })).toBe('Missed: free pickup');
    expect(missedLabel({ status: 'incomplete' })).toBe('Missed: come back');
    const photos = [{ moment: 'after', url: '/x', takenAt: '2026-11-23T14:12:00.000Z' }] as const;
    expect(usualReason({ evidence: visit({ status: 'completed', photos: [...photos] }) })).toBe(
      "Our driver picked up your bags on Mon, Nov 23 at 9:12 AM. The photo is on your pickup's page.",
    );
    expect(usualReason({ evidence: visit({ visitedAt: null }) })).toBe(
      "We didn't find any bags out when our driver came.",
    );
  });

  it('says what the driver did', () => {
    expect(recordText(visit({}), now)).toBe('Nothing was out today at 9:12 AM');
    expect(recordText(visit({ status: 'completed' }), now)).toBe('Completed today at 9:12 AM');
    expect(recordText(visit({ status: 'issue', visitedAt: null }), now)).toBe('Issue');
  });

  it('says when a decision is overdue', () => {
    const missed = { decideBy: '2026-11-25T00:00:00.000Z' };
    expect(deadlineText(missed, now)).toBe('Decide by tomorrow, 7:00 PM');
    expect(deadlineText(missed, new Date('2026-11-24T23:59:59Z'))).toBe('Decide by 7:00 PM');
    expect(deadlineText(missed, new Date('2026-11-25T00:00:00Z'))).toBe('Overdue since 7:00 PM');
    expect(deadlineText(missed, new Date('2026-11-26T00:00:00Z'))).toBe('Overdue since Tue, Nov 24, 7:00 PM');
  });
});
