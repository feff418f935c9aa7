import { expect, it } from 'vitest';
import { readEmails, readPhones } from './contact-rules.ts';

it.each([
  ['2155550107.0', '2155550107', []],
  ['tel:215-555-0107', '215-555-0107', []],
  ['215\u2011555\u20110107', '215-555-0107', []],
  ['215/555-0107', '215-555-0107', []],
  ['Phone:(215) 555-0162 Mobile:(267) 555-0163', '(215) 555-0162', ['Mobile: (267) 555-0163']],
  ['Fax: 215-555-0100, Tel: 215-555-0101', '215-555-0101', ['Fax: (215) 555-0100']],
  ['215-555-0202 ::: 215-555-0203', '215-555-0202', ['(215) 555-0203']],
  ['215.555.0107 x12', '215.555.0107', ['x12']],
  ['215-555-0101 (ask for Jo)', '215-555-0101', ['(ask for Jo)']],
  ['12', '12', []],
])('%s has a phone number', (text, value, rest) => {
  expect(readPhones(text)).toEqual({ value, rest });
});

it.each([
  ['Dana <dana@example.com>', 'dana@example.com', []],
  ['mailto:dana@example.com', 'dana@example.com', []],
  ['a@example.com ::: b@example.com', 'a@example.com', ['b@example.com']],
  ["o'neil@example.com; b@example.com", "o'neil@example.com", ['b@example.com']],
  ['cher@', 'cher@', []],
])('%s has an email', (text, value, rest) => {
  expect(readEmails(text)).toEqual({ value, rest });
});
