import { expect, it } from 'vitest';
import { consentText, textsNote } from './preference-words.ts';

const phone = '(215) 555-0142';

it('says why there are no texts, and what to do', () => {
  expect(textsNote({ texts: 'ready', phone })).toBeNull();
  expect(textsNote({ texts: 'off', phone: null })).toBeNull();
  expect(textsNote({ texts: 'no-phone', phone: null })).toContain('add a US phone number');
  expect(textsNote({ texts: 'stopped', phone })).toContain('text START');
  expect(textsNote({ texts: 'unreachable', phone })).toContain(phone);
});

it('names what US carriers ask for', () => {
  const text = consentText('Kerb', phone);
  for (const part of ['Kerb', phone, 'Message and data rates may apply', 'Reply STOP', 'HELP']) {
    expect(text).toContain(part);
  }
});
