import type { Mail } from '../external/mail/mail.ts';
import { type Letter, type Letterhead, unsubscribeLabel } from './letter-content.ts';
import { letterHtml } from './letter-html.ts';

/** Renders a letter in the brand's design: as plain text and as HTML with the same content. */
export function writeMail(head: Letterhead, letter: Letter): Mail {
  const { to, subject, unsubscribeUrl } = letter;
  const unsubscribing = unsubscribeUrl === undefined ? {} : { unsubscribeUrl };
  return { to, subject, text: asText(head, letter), html: letterHtml(head, letter), ...unsubscribing };
}

function asText(head: Letterhead, { greeting, paragraphs, button, notes = [], link, unsubscribeUrl }: Letter): string {
  const linkText = (to: Letter['link']) => (to ? [`${to.label}:\n${to.url}`] : []);
  const unsubscribe = unsubscribeUrl === undefined ? '' : `\n${unsubscribeLabel}: ${unsubscribeUrl}`;
  const foot = `${head.brandName}\nQuestions? Call ${head.supportPhone} or email ${head.supportEmail}${unsubscribe}`;
  return `${[greeting, ...paragraphs, ...linkText(button), ...notes, ...linkText(link), `-- \n${foot}`].join('\n\n')}\n`;
}
