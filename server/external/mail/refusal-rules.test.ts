import { describe, expect, it } from 'vitest';
import { isAddressRefusal } from './refusal-rules.ts';

const toRecipient = (response: string) => ({
  ...{ code: 'EENVELOPE', command: 'RCPT TO' },
  ...{ response, responseCode: Number(response.slice(0, 3)) },
});

describe('a refusal of the address', () => {
  it.each([
    '550 5.1.1 <pat@kerb.example>: Recipient address rejected: User unknown in virtual mailbox table',
    '550-5.1.1 The email account that you tried to reach does not exist.',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    '550 5.2.1 The email account that you tried to reach is disabled',
    '550 5.4.1 Recipient address rejected: Access denied',
    '556 5.1.10 Recipient address has a null MX',
    "553 5.1.2 We weren't able to find the recipient domain",
    '501 5.1.3 Bad recipient address syntax',
    '550 No such mailbox here',
    '551 User not local',
    '553 sorry, that address is not in my list of allowed recipients',
  ])('is %s', (response) => expect(isAddressRefusal(toRecipient(response))).toBe(true));

  it.each([
    '450 4.2.0 Greylisted, please try again',
    '451 4.3.0 Temporary lookup failure',
    '452 4.2.2 The mailbox is over quota',
    '421 4.7.0 Too many connections',
    '530 5.7.0 Authentication required',
    '535 5.7.8 Bad credentials',
    '550 5.7.1 Relaying denied',
    '550 5.7.1 Service unavailable; client host [203.0.113.1] blocked using a list',
    '554 5.7.1 <pat@kerb.example>: Relay access denied',
    '550 relay not permitted',
    '550 5.1.8 Sender address rejected: Domain not found',
    '550 5.4.6 Routing loop detected',
    '552 5.2.2 Mailbox full',
    '552 Mailbox full',
    '503 5.5.1 Bad sequence of commands',
    '554 5.3.2 System not accepting messages',
  ])("isn't %s", (response) => expect(isAddressRefusal(toRecipient(response))).toBe(false));

  it.each([
    { command: 'MAIL FROM' },
    { command: 'DATA' },
    { command: 'AUTH PLAIN' },
    { command: 'API' },
    { code: 'EAUTH' },
    { code: 'EMESSAGE' },
    { code: 'ECONNECTION' },
    { code: 'ETIMEDOUT' },
    { responseCode: undefined },
  ])("isn't one with %j", (other) => {
    expect(isAddressRefusal({ ...toRecipient('550 5.1.1 No such user'), ...other })).toBe(false);
  });
});
