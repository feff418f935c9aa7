import { expect, it } from 'vitest';
import { writeMail } from './letter.ts';

const head = { brandName: 'Kerb & <Co>', supportPhone: '(215) 555-0107', supportEmail: 'help@kerb.example' };

it('renders the same content as text and as HTML', () => {
  const mail = writeMail(head, {
    to: 'pat@kerb.example',
    subject: 'Something is new',
    greeting: 'Hi pat,',
    paragraphs: ['First.', 'Second.'],
    button: { label: 'Have a look', url: 'https://kerb.example/look?a=1&b=2' },
    notes: ['Third.'],
  });
  expect(mail).toMatchObject({ to: 'pat@kerb.example', subject: 'Something is new' });
  expect(mail.text).toBe(
    [
      'Hi pat,',
      'First.',
      'Second.',
      'Have a look:\nhttps://kerb.example/look?a=1&b=2',
      'Third.',
      '-- \nKerb & <Co>\nQuestions? Call (215) 555-0107 or email help@kerb.example\n',
    ].join('\n\n'),
  );
  for (const words of [
    'Hi pat,',
    'First.',
    'Second.',
    'Have a look',
    'Third.',
    '(215) 555-0107',
    'help@kerb.example',
  ]) {
    expect(mail.html).toContain(words);
  }
  expect(mail.html).toContain('href="https://kerb.example/look?a=1&amp;b=2"');
});

it('escapes all text in HTML', () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  const { html = '' } = writeMail(
    { brandName: evil, supportPhone: evil, supportEmail: evil },
    {
      to: 'a@b.example',
      subject: evil,
      greeting: evil,
      paragraphs: [evil],
      button: { label: evil, url: 'https://kerb.example/?a=<img>&b=' },
      notes: [evil],
    },
  );
  expect(html.match(/&lt;img src=x onerror/g)?.length).toBe(10);
  // Only a quote can end an attribute.
  expect(html.replace(/="[^"]*"/g, '')).not.toContain('<img');
  expect(html).toContain('href="mailto:<img src=x onerror=&quot;alert(');
});

it('renders without button and notes', () => {
  const mail = writeMail(head, { to: 'a@b.example', subject: 'Hello', greeting: 'Hi,', paragraphs: ['That is all.'] });
  expect(mail.text).toMatch(/^Hi,\n\nThat is all\.\n\n-- \n/);
  expect(mail.html).not.toContain('<a href="http');
});

it('ends with a link that stops such emails, where they can be stopped', () => {
  const letter = { to: 'a@b.example', subject: 'Hello', greeting: 'Hi,', paragraphs: ['That is all.'] };
  const unsubscribeUrl = 'https://kerb.example/unsubscribe?token=abc&kind=done';
  const mail = writeMail(head, { ...letter, unsubscribeUrl });
  expect(mail.unsubscribeUrl).toBe(unsubscribeUrl);
  expect(mail.text).toContain(`Stop these emails: ${unsubscribeUrl}\n`);
  expect(mail.html).toContain('href="https://kerb.example/unsubscribe?token=abc&amp;kind=done"');
  const always = writeMail(head, letter);
  expect(always).not.toHaveProperty('unsubscribeUrl');
  expect(`${always.text}${always.html}`).not.toContain('Stop these emails');
});
