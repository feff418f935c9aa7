import escapeHtml from 'escape-html';
import type { Mail } from '../external/mail/mail.ts';
import type { Settings } from '../settings/settings.ts';

/** The content of an email, as plain text. It is escaped for HTML. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly greeting: string;
  /** Paragraphs before the button, if there is one. */
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Paragraphs after the button. */
  readonly notes?: readonly string[];
  /** A link at the end. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Stops emails of this kind: a link at the end, and the headers with which mail programs offer it themselves. */
  readonly unsubscribeUrl?: string;
}

/** The sender's name and contact details. */
export type Letterhead = Pick<Settings, 'brandName' | 'supportPhone' | 'supportEmail'>;

/** Renders a letter in the brand's design: as plain text and as HTML with the same content. */
export function writeMail(head: Letterhead, letter: Letter): Mail {
  const { to, subject, unsubscribeUrl } = letter;
  const unsubscribing = unsubscribeUrl === undefined ? {} : { unsubscribeUrl };
  return { to, subject, text: asText(head, letter), html: asHtml(head, letter), ...unsubscribing };
}

function asText(head: Letterhead, { greeting, paragraphs, button, notes = [], link, unsubscribeUrl }: Letter): string {
  const linkText = (to: Letter['link']) => (to ? [`${to.label}:\n${to.url}`] : []);
  const unsubscribe = unsubscribeUrl === undefined ? '' : `\n${unsubscribeLabel}: ${unsubscribeUrl}`;
  const foot = `${head.brandName}\nQuestions? Call ${head.supportPhone} or email ${head.supportEmail}${unsubscribe}`;
  return `${[greeting, ...paragraphs, ...linkText(button), ...notes, ...linkText(link), `-- \n${foot}`].join('\n\n')}\n`;
}

const unsubscribeLabel = 'Stop these emails';

/** The app's colors (web/ui/tokens.css) as literals: email programs support neither variables nor style sheets. */
const color = {
  marble: '#f7fbfc',
  paper: '#ffffff',
  line: '#cad6df',
  ink: '#10223c',
  soft: '#445469',
  azure: '#1258a1',
};
const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function asHtml(head: Letterhead, letter: Letter): string {
  const { subject, greeting, paragraphs, button, notes = [], link, unsubscribeUrl } = letter;
  const brand = escapeHtml(head.brandName);
  const email = escapeHtml(head.supportEmail);
  const paragraph = (text: string, extra = '') => `<p style="margin:0 0 16px;${extra}">${escapeHtml(text)}</p>`;
  const body = [
    paragraph(greeting),
    ...paragraphs.map((text) => paragraph(text)),
    ...(button ? [buttonHtml(button)] : []),
    ...notes.map((text) => paragraph(text, `color:${color.soft};font-size:15px;`)),
    ...(link ? [linkHtml(link)] : []),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;background:${color.marble};color:${color.ink};${font};font-size:16px;line-height:1.5;">
<div style="max-width:560px;margin:0 auto;padding:24px 16px;">
<p style="margin:0 0 12px;font-size:20px;font-weight:700;">${brand}</p>
<div style="background:${color.paper};border:1px solid ${color.line};border-top:2px solid ${color.ink};border-radius:0 0 12px 12px;padding:24px 24px 8px;">
${body.join('\n')}
</div>
<p style="margin:16px 0 0;font-size:14px;color:${color.soft};">Questions? Call ${escapeHtml(head.supportPhone)} or email <a href="mailto:${email}" style="color:${color.azure};">${email}</a></p>
${unsubscribeUrl === undefined ? '' : linkHtml({ label: unsubscribeLabel, url: unsubscribeUrl })}
</div>
</body>
</html>
`;
}

/** Includes the URL as text for readers who want to see where it leads. */
function linkHtml({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 16px;"><a href="${escapeHtml(url)}" style="color:${color.azure};">${escapeHtml(label)}</a></p>`;
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return `<p style="margin:0 0 16px;"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${color.azure};color:${color.paper};font-weight:600;text-decoration:none;">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:${color.soft};word-break:break-all;">Or open this link: <a href="${href}" style="color:${color.azure};">${href}</a></p>`;
}
