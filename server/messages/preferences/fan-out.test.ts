import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channels, isMail } from '../../../contract/messages/messages.ts';
import { groupOfKind, isOnAtFirst } from '../../../contract/messages/preferences.ts';
import { makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { type PushReceiver, startPushReceiver } from '../../../tests/support/services/push-receiver.ts';
import { startTwilio, type TwilioStandIn } from '../../../tests/support/services/twilio.ts';
import { inTransaction } from '../../database/transaction.ts';
import { writeMessages } from '../write-messages.ts';

let t: TestApp;
let twilio: TwilioStandIn;
let receiver: PushReceiver;
let person: Person;
beforeAll(async () => {
  [twilio, receiver] = [await startTwilio(), await startPushReceiver()];
  t = await startTestApp({ ...twilio.env, PUSH_SERVICE_URL: receiver.origin });
  person = await makeCustomer(t);
});
afterAll(async () => {
  await t.close();
  await Promise.all([twilio.close(), receiver.stop()]);
});

const groups = ['reminders', 'changes', 'outcomes'] as const;
const kinds = ['reminder', 'changed', 'cancelled', 'done', 'not-done', 'receipt', 'password-reset'] as const;
const number = '+12155550142';

/** A person's choices (null if none was made), and the ways to reach the person. */
const situation = fc.record({
  choices: fc.array(fc.constantFrom(true, false, null), { minLength: 9, maxLength: 9 }),
  hasDevice: fc.boolean(),
  phone: fc.constantFrom('(215) 555-0142', '(215) 555-0143', null),
  consent: fc.constantFrom(number, null),
  kind: fc.constantFrom<(typeof kinds)[number]>(...kinds),
  refund: fc.constantFrom('45.00', null),
});

async function arrange({
  choices,
  hasDevice,
  phone,
  consent,
}: typeof situation extends fc.Arbitrary<infer T> ? T : never) {
  const { db } = t;
  const userId = person.id;
  for (const table of ['message_preferences', 'text_consents'] as const) {
    await db.deleteFrom(table).where('userId', '=', userId).execute();
  }
  await db.deleteFrom('push_subscriptions').execute();
  const now = new Date();
  const rows = groups.flatMap((group, at) =>
    channels.flatMap((channel, index) => {
      const isOn = choices[at * 3 + index];
      return isOn === null || isOn === undefined ? [] : [{ userId, group, channel, isOn, updatedAt: now }];
    }),
  );
  if (rows.length > 0) await db.insertInto('message_preferences').values(rows).execute();
  if (consent) await db.insertInto('text_consents').values({ userId, phone: consent, agreedAt: now }).execute();
  if (hasDevice) await t.call('PUT', '/api/me/push', { token: person.token, body: receiver.makeDevice() });
  await db.updateTable('users').set({ phone }).where('id', '=', userId).execute();
}

describe('a message that is written', () => {
  it('has a row for exactly the channels that its recipient wants and can be reached by', async () => {
    const run = async (given: Parameters<typeof arrange>[0]) => {
      await arrange(given);
      const { kind, refund, choices, hasDevice, phone, consent } = given;
      const subjectId = randomUUID();
      await inTransaction(t.db, (trx) =>
        writeMessages(t.services, trx, [
          { kind, subjectId, recipientId: person.id, revision: '', details: { refund }, dueAt: new Date() },
        ]),
      );
      const rows = await t.db.selectFrom('messages').select('channel').where('subjectId', '=', subjectId).execute();

      const wants = (index: 0 | 1 | 2) => {
        if (isMail(kind)) return index === 0;
        const group = groupOfKind[kind];
        const chosen = choices[groups.indexOf(group as (typeof groups)[number]) * 3 + index];
        return chosen ?? isOnAtFirst(group, channels[index]);
      };
      const expected = [
        ...(wants(0) || refund !== null ? ['email'] : []),
        ...(wants(1) && hasDevice ? ['push'] : []),
        ...(wants(2) && consent !== null && phone === '(215) 555-0142' ? ['sms'] : []),
      ];
      expect(rows.map(({ channel }) => channel).sort()).toEqual(expected);
    };
    await fc.assert(fc.asyncProperty(situation, run), { numRuns: 60 });
  });
});
