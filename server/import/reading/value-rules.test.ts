import { describe, expect, it } from 'vitest';
import { readDate, readDays, readExtras, readPackage, readTime, readZip, splitName } from './value-rules.ts';

describe('values of a spreadsheet', () => {
  it.each([
    ['Dana Walker', 'Dana', 'Walker'],
    ['Walker, Dana', 'Dana', 'Walker'],
    ['Dana M. Walker Jr.', 'Dana M.', 'Walker Jr.'],
    ['Walker, Jr.', 'Walker', 'Jr.'],
    ['Walker, Dana, Jr.', 'Dana', 'Walker Jr.'],
    ['Corner Deli, Inc.', 'Corner Deli', 'Inc.'],
    ['Acme Hauling, L.L.C.', 'Acme Hauling', 'L.L.C.'],
    ['Law Offices of Smith, Jones', 'Law Offices of Smith', 'Jones'],
    ['Dana & Chris Walker', 'Dana & Chris', 'Walker'],
    ['Cher', 'Cher', ''],
    ['', '', ''],
    [',', '', ''],
  ])('%s is a name', (text, firstName, lastName) => {
    expect(splitName(text)).toEqual({ firstName, lastName });
  });

  it.each([
    ['19147', '19147'],
    ['19147-1234', '19147-1234'],
    ['191471234', '19147-1234'],
    ['8103', '08103'],
    ['19147.0', '19147'],
    ['', null],
    ['n/a', null],
    ['1914', undefined],
    ['abc', undefined],
    ['191470', undefined],
  ])('%s as a ZIP code is %s', (text, zip) => {
    expect(readZip(text)).toBe(zip);
  });

  it.each([
    ['Basic Package', 'basic'],
    ['BASIC', 'basic'],
    ['clean-carry', 'clean-carry'],
    ['Clean & Carry plan', 'clean-carry'],
    ['Clean and Carry', 'clean-carry'],
    ['Heavy Duty', 'heavy-duty'],
    ['heavyduty', 'heavy-duty'],
    ['Premium', 'premium'],
    ['Premium Property', 'premium'],
    ['', null],
    ['no plan', null],
    ['$60', undefined],
    ['150.00 / month', undefined],
    ['Gold', undefined],
  ])('%s as a package is %s', (text, id) => {
    expect(readPackage(text)).toBe(id);
  });

  it.each([
    ['Mon', ['monday']],
    ['every Friday', ['friday']],
    ['Mon/Thu', ['monday', 'thursday']],
    ['Monday and Thursday', ['monday', 'thursday']],
    ['M-Th', ['monday', 'thursday']],
    ['Mondays, mondays', ['monday']],
    ['any', []],
    ['', []],
    ['T', undefined],
    ['someday', undefined],
    ['every', undefined],
  ])('%s as days is %j', (text, days) => {
    expect(readDays(text)).toEqual(days);
  });

  it.each([
    ['Morning', 'morning'],
    ['AM', 'morning'],
    ['8:00 AM', 'morning'],
    ['9am-12pm', 'morning'],
    ['12 pm', 'afternoon'],
    ['1-3', 'afternoon'],
    ['2–5pm', 'afternoon'],
    ['17:30', 'evening'],
    ['6 p.m.', 'evening'],
    ['night', 'evening'],
    ['any time', null],
    ['', null],
    ['25:00', undefined],
    ['13 pm', undefined],
    ['dawn', undefined],
  ])('%s as a time is %s', (text, time) => {
    expect(readTime(text)).toBe(time);
  });

  it.each([
    ['2026-12-01', '2026-12-01'],
    ['2026-12-01T00:00:00', '2026-12-01'],
    ['12/1/2026', '2026-12-01'],
    ['12/1/26', '2026-12-01'],
    ['Dec 1, 2026', '2026-12-01'],
    ['December 1st 2026', '2026-12-01'],
    ['46357', '2026-12-01'],
    ['', null],
    ['13/1/2026', undefined],
    ['2/30/2026', undefined],
    ['soon', undefined],
  ])('%s as a date is %s', (text, date) => {
    expect(readDate(text)).toBe(date);
  });

  it('are extras', () => {
    expect(readExtras('Furniture, bin power washing & lawn')).toEqual(['furniture', 'washing', 'mowing']);
    expect(readExtras('no')).toEqual([]);
    expect(readExtras('snow')).toBeUndefined();
  });
});
