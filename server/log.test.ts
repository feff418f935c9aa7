import { expect, it } from 'vitest';
import { createLogger } from './log.ts';

/** Returns what the logger writes for these details. */
function logged(details: object): Record<string, unknown> {
  let text = '';
  createLogger('info', {
    write: (line) => {
      text += line;
    },
  }).warn(details, 'a job failed');
  return JSON.parse(text);
}

it('masks the addresses and phone numbers that providers repeat in their reasons', () => {
  const refused = new Error('550 5.1.1 <pat@stoop.example>: no such user');
  const { err } = logged({ err: refused }) as { err: { message: string; stack: string } };
  expect(err.message).toBe('550 5.1.1 <[email]>: no such user');
  expect(err.stack).not.toContain('pat@');
  expect(logged({ reason: "The 'To' number +12155550142 is not valid" })).toMatchObject({
    reason: "The 'To' number [phone] is not valid",
  });
});

it('leaves out what the database says about a row, and the URL of a response that was sent twice', () => {
  const taken = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(pat@stoop.example)' });
  expect(logged({ err: taken }).err).toMatchObject({ message: 'duplicate key', code: '23505' });
  expect(JSON.stringify(logged({ err: taken }))).not.toContain('pat@');
  const twice = Object.assign(new Error('Reply was already sent in "/api/live/secret"'), {
    code: 'FST_ERR_REP_ALREADY_SENT',
  });
  expect(JSON.stringify(logged({ err: twice }))).not.toContain('secret');
});

it('keeps identifiers, codes and paths', () => {
  const details = { jobId: '01a2274d-25fc-7672-bc9f-e50d6341efd3', reason: 'smtp 421 at /data/mail, try in 30 s' };
  expect(logged(details)).toMatchObject(details);
});
