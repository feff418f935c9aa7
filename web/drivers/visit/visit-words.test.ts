import { describe, expect, it } from 'vitest';
import { onBoardText, parseTons, staysLoadedText, ticketButtonText, tonsText } from './visit-words.ts';

describe('parseTons', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['3.25', 3.25],
    [' 3 ', 3],
    ['.5', 0.5],
    ['3.', 3],
    ['0.01', 0.01],
    ['99.99', 99.99],
  ])('reads %o', (typed, tons) => expect(parseTons(typed)).toBe(tons));

  it.each(['0', '0.00', '.', '100', '3.255', '-1', '3,25', '3 tons', '1e1'])('refuses %o', (typed) => {
    expect(parseTons(typed)).toBeUndefined();
  });
});

it('says what is on board and what the ticket says', () => {
  expect([onBoardText({ bags: 1 }), onBoardText({ bags: 118 })]).toEqual(['1 bag on board', '118 bags on board']);
  expect([tonsText({ tons: null }), tonsText({ tons: '3.20' }), tonsText({ tons: '1.00' })]).toEqual([
    null,
    '3.2 tons',
    '1 ton',
  ]);
});

it('says what stays on board', () => {
  const why = 'on board: no disposal site is open after the last stop. Please ask the dispatcher.';
  expect([1, 60].map(staysLoadedText)).toEqual([`1 bag stays ${why}`, `60 bags stay ${why}`]);
});

it('asks for what is missing of the ticket', () => {
  expect(ticketButtonText(false, false)).toBe('Add Weight or Ticket Photo');
  expect(ticketButtonText(true, false)).toBe('Add Ticket Photo');
  expect(ticketButtonText(false, true)).toBe('Add Weight');
  expect(ticketButtonText(true, true)).toBe('Weight & Ticket Photo');
});
