import { describe, expect, it } from 'vitest';
import { areaConsequence, areaFacts, readZips, waitingText } from './words.ts';

const area = { name: 'South', fee: null, version: 1, createdAt: '2026-11-23T00:00:00.000Z' };
const open = { ...area, id: 'open', isActive: true, zipCodes: ['19147', '19148'] };
const other = { ...area, id: 'other', isActive: true, zipCodes: ['19104'] };
const closed = { ...open, isActive: false };

it('readZips accepts commas, spaces and lines, and names invalid ZIP codes', () => {
  expect(readZips('19147, 19148;19103-1234\n1914 abc')).toEqual({
    zips: ['19147', '19148', '19103'],
    wrong: ['1914', 'abc'],
  });
  expect(readZips(' ')).toEqual({ zips: [], wrong: [] });
});

it('areaFacts counts, and says that the fee is not charged', () => {
  expect(areaFacts({ zipCodes: ['19147'], fee: null })).toBe('1 ZIP code');
  expect(areaFacts({ zipCodes: [], fee: '5.00' })).toBe('0 ZIP codes, fee $5.00 (not charged)');
});

describe('areaConsequence', () => {
  it('warns that the first active area closes everything else, and the last opens it', () => {
    expect(areaConsequence([closed], { ...open })).toContain("can't book addresses outside");
    expect(areaConsequence([open], { ...closed })).toContain('customers can book any address');
  });

  it('says what happens with bookings where an area gets smaller', () => {
    expect(areaConsequence([open, other], { ...open, zipCodes: ['19147'] })).toContain('Needs attention');
    expect(areaConsequence([open, other], { ...closed })).toContain('Needs attention');
  });

  it('is silent where bookings stay as they are', () => {
    expect(areaConsequence([open], { ...open, zipCodes: [...open.zipCodes, '19145'] })).toBeNull();
    expect(areaConsequence([open], { id: null, isActive: true, zipCodes: ['19104'] })).toBeNull();
    expect(areaConsequence([], { id: null, isActive: false, zipCodes: [] })).toBeNull();
  });
});

it('waitingText counts people', () => {
  expect([waitingText(1), waitingText(1200)]).toEqual(['1 person', '1,200 people']);
});
