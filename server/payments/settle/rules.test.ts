import { describe, expect, it } from 'vitest';
import { isFullyRefunded, unusedForMs } from '../rules.ts';
import { decideSettlement, isAbandoned, isUndecided, openForMs, type SettlementFacts } from './rules.ts';

const today = '2026-03-02';
const paid = { status: 'succeeded', amountCents: 3000, refundedCents: 0 } as const;
const canceled = { status: 'canceled', amountCents: 3000, refundedCents: 0 } as const;
const active = { status: 'active' } as const;

type Payment = SettlementFacts['payment'];

function decide(
  payment: Partial<Payment> = {},
  truth: Partial<SettlementFacts['truth']> = {},
  more: Partial<Omit<SettlementFacts, 'payment' | 'truth'>> = {},
) {
  return decideSettlement({
    payment: { status: 'open', purpose: 'booking', amount: '30.00', ...payment },
    truth: { intent: paid, plan: null, ...truth },
    ...{ hasSuccessor: false, serviceDay: today, today, ...more },
  });
}

describe('a payment that is not paid', () => {
  it.each(['creating', 'open'] as const)('is canceled while it is %s', (status) => {
    expect(decide({ status }, { intent: canceled })).toBe('cancel');
    expect(decide({ status }, { intent: null })).toBe('cancel');
  });

  it.each(['canceled', 'succeeded', 'refund_pending', 'refunded'] as const)('stays as it is when %s', (status) => {
    expect(decide({ status }, { intent: canceled })).toBe('nothing');
    expect(decide({ status }, { intent: null })).toBe('nothing');
  });
});

describe('a paid payment', () => {
  it.each(['succeeded', 'refund_pending', 'refunded'] as const)('is settled only once: %s', (status) => {
    expect(decide({ status })).toBe('nothing');
  });

  it.each(['creating', 'open', 'canceled'] as const)('buys what it was for when it was %s here', (status) => {
    expect(decide({ status })).toBe('charge-and-fulfill');
    expect(decide({ status, purpose: 'pickup' }, {}, { serviceDay: null })).toBe('charge-and-fulfill');
    expect(decide({ status, purpose: 'subscription' }, { plan: active })).toBe('charge-and-fulfill');
  });

  it('buys nothing once all of it is refunded at the provider', () => {
    const refunded = { ...paid, refundedCents: 3000 };
    expect(decide({}, { intent: refunded })).toBe('charge-and-refund');
    expect(decide({ purpose: 'subscription' }, { intent: refunded, plan: active })).toBe('charge-and-refund');
    expect(decide({}, { intent: { ...paid, refundedCents: 2999 } })).toBe('charge-and-fulfill');
  });

  it('buys no booking over another amount', () => {
    expect(decide({ amount: '30.01' })).toBe('charge-and-refund');
    expect(decide({ amount: '30.01', purpose: 'pickup' }, {}, { serviceDay: null })).toBe('charge-and-refund');
  });

  it('starts a plan over another amount: a credit or a tax may change its first month', () => {
    expect(decide({ amount: '35.00', purpose: 'subscription' }, { plan: active })).toBe('charge-and-fulfill');
  });

  it.each(['past_due', 'paused', 'canceled'] as const)('starts no plan that is %s at the provider', (status) => {
    expect(decide({ purpose: 'subscription' }, { plan: { status } })).toBe('charge-and-refund');
  });

  it('starts no plan that the provider does not know', () => {
    expect(decide({ purpose: 'subscription' }, { plan: null })).toBe('charge-and-refund');
  });

  it('is refunded when it was closed and another payment was started since', () => {
    expect(decide({ status: 'canceled' }, {}, { hasSuccessor: true })).toBe('charge-and-refund');
    expect(decide({ status: 'open' }, {}, { hasSuccessor: true })).toBe('charge-and-fulfill');
  });

  it('is refunded when the booked day has passed', () => {
    expect(decide({}, {}, { serviceDay: '2026-03-01' })).toBe('charge-and-refund');
    expect(decide({}, {}, { serviceDay: '2026-03-03' })).toBe('charge-and-fulfill');
  });
});

describe('a payment is undecided', () => {
  const open = { ...paid, status: 'open' } as const;

  it('while its intent can still be paid', () => {
    expect(isUndecided({ intent: open, plan: null }, 2 * openForMs)).toBe(true);
    expect(isUndecided({ intent: paid, plan: null }, 0)).toBe(false);
    expect(isUndecided({ intent: canceled, plan: null }, 0)).toBe(false);
  });

  it('while its plan is paid and has not started at the provider', () => {
    expect(isUndecided({ intent: paid, plan: { status: 'incomplete' } }, 2 * openForMs)).toBe(true);
    expect(isUndecided({ intent: paid, plan: active }, 0)).toBe(false);
    expect(isUndecided({ intent: canceled, plan: { status: 'incomplete' } }, 0)).toBe(false);
  });

  it('for a day while the provider does not know its intent', () => {
    expect(isUndecided({ intent: null, plan: null }, openForMs)).toBe(true);
    expect(isUndecided({ intent: null, plan: null }, openForMs + 1)).toBe(false);
  });
});

describe('a payment is abandoned', () => {
  const createdAt = new Date('2026-03-02T15:00:00Z');
  const msLater = (ms: number) => new Date(createdAt.getTime() + ms);

  it('an hour after it was last used, or made where nobody used it again', () => {
    expect(isAbandoned({ createdAt, usedAt: null }, 'card', msLater(unusedForMs - 1))).toBe(false);
    expect(isAbandoned({ createdAt, usedAt: null }, 'card', msLater(unusedForMs))).toBe(true);
    expect(isAbandoned({ createdAt, usedAt: msLater(60_000) }, 'card', msLater(unusedForMs))).toBe(false);
  });

  it('only after a day while its customer may be confirming it', () => {
    expect(isAbandoned({ createdAt, usedAt: null }, 'customer', msLater(openForMs - 1))).toBe(false);
    expect(isAbandoned({ createdAt, usedAt: null }, 'customer', msLater(openForMs))).toBe(true);
  });

  it('never while a bank charges it, or when it no longer waits', () => {
    for (const waitsFor of ['bank', null] as const) {
      expect(isAbandoned({ createdAt, usedAt: null }, waitsFor, msLater(30 * openForMs))).toBe(false);
    }
  });
});

it('counts an intent as fully refunded only when it was paid and nothing is left', () => {
  expect(isFullyRefunded({ ...paid, refundedCents: 3000 })).toBe(true);
  expect(isFullyRefunded({ ...paid, refundedCents: 2999 })).toBe(false);
  expect(isFullyRefunded({ ...canceled, amountCents: 0 })).toBe(false);
  expect(isFullyRefunded(null)).toBe(false);
});
