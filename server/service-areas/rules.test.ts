import { describe, expect, it } from 'vitest';
import { describeChange, normalizeZips, openedZips, servedZips } from './rules.ts';

const south = { zipCodes: ['19147', '19148'], isActive: true };
const west = { zipCodes: ['19104', '19147'], isActive: true };
const closed = (area: typeof south) => ({ ...area, isActive: false });

describe('servedZips', () => {
  it('is everything without an active area', () => {
    expect(servedZips([])).toBeNull();
    expect(servedZips([closed(south)])).toBeNull();
  });

  it('is the union of the active areas', () => {
    expect([...(servedZips([south, closed(west)]) ?? [])]).toEqual(['19147', '19148']);
  });
});

describe('openedZips', () => {
  const waited = ['19104', '19147', '19380'];

  it('are those that no active area had before', () => {
    expect(openedZips([south], [south, west], waited)).toEqual(['19104']);
    expect(openedZips([south, west], [south], waited)).toEqual([]);
  });

  it('are none when the first area opens, because everything was served', () => {
    expect(openedZips([closed(south)], [south], waited)).toEqual([]);
  });

  it('are all the others when the last area closes', () => {
    expect(openedZips([south], [closed(south)], waited)).toEqual(['19104', '19380']);
  });
});

it('normalizeZips drops the last four digits and duplicates', () => {
  expect(normalizeZips(['19148', '19103-1234', '19103'])).toEqual(['19103', '19148']);
});

it('describeChange names what changed, with old and new', () => {
  const before = { name: 'South', ...closed(south), baseFee: null };
  expect(describeChange(before, before)).toEqual({});
  const after = { name: 'South Philly', zipCodes: ['19147', '19145'], isActive: true, baseFee: '5.00' };
  expect(describeChange(before, after)).toEqual({
    name: 'South to South Philly',
    state: 'closed to open',
    fee: 'none to $5.00',
    added: '19145',
    removed: '19148',
  });
});
