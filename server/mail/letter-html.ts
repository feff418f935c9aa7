import { inline } from '@css-inline/css-inline';
import escapeHtml from 'escape-html';
import { type Letter, type Letterhead, unsubscribeLabel } from './letter-content.ts';
import { letterStyle, palette } from './letter-style.ts';

/**
 * Renders a letter as HTML for email programs: tables of at most 600 px, inline styles, and dark colors for programs
 * that support them. It loads no external files.
 */
export function letterHtml(head: Letterhead, letter: Letter): string {
  const { subject, greeting, paragraphs, button, notes = [], link } = letter;
  const body = [
    `<h1>${textHtml(subject)}</h1>`,
    ...[greeting, ...paragraphs].map((text) => `<p>${textHtml(text)}</p>`),
    ...(button ? [buttonHtml(button)] : []),
    ...notes.map((text) => `<p class="note">${textHtml(text)}</p>`),
    ...(link ? [`<p>${linkHtml(link)}</p>`] : []),
  ];
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>${letterStyle}</style>
</head>
<body>
<div class="preheader">${escapeHtml(paragraphs[0] ?? greeting)}${filler}</div>
${table('class="page" width="100%"')}<tr><td class="outer" align="center">
<!--[if mso]>${table('width="600"')}<tr><td><![endif]-->
${table('class="column" align="center"')}
<tr><td class="head">${headHtml(head)}</td></tr>
<tr><td class="card" bgcolor="${palette.light.paper}">
${body.join('\n')}
</td></tr>
<tr><td class="foot">
${footHtml(head, letter)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
  return inline(page, { keepAtRules: true });
}

/** Escapes text, and keeps a time such as "7 AM" on one line. */
const textHtml = (text: string) => escapeHtml(text).replace(/(\d) (AM|PM)\b/g, '$1&nbsp;$2');

/** Opens a table that is only for layout. Its role tells screen readers not to announce it as a table. */
const table = (attributes: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>`;

/** Invisible text. It keeps the text after the preheader out of the preview that inboxes show. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(60);

/** The logo (web/ui/logo.tsx) without an image: a lit doorway over steps. Outlook can't draw it, so it gets none. */
const mark = `<!--[if !mso]><!-->${table('class="mark" width="32" aria-hidden="true"')}<tr><td valign="middle">
<div class="door">&nbsp;</div><div class="step" style="width:15px">&nbsp;</div><div class="step" style="width:18px">&nbsp;</div><div class="step" style="width:21px">&nbsp;</div>
</td></tr></table><!--<![endif]-->`;

function headHtml({ brandName }: Letterhead): string {
  return `${table('')}<tr><td>${mark}</td><td class="brand">${escapeHtml(brandName)}</td></tr></table>`;
}

function footHtml({ supportPhone, supportEmail }: Letterhead, { unsubscribeUrl }: Letter): string {
  const email = linkHtml({ label: supportEmail, url: `mailto:${supportEmail}` });
  const unsubscribe = unsubscribeUrl && `\n<p>${linkHtml({ label: unsubscribeLabel, url: unsubscribeUrl })}</p>`;
  return `<p>Questions? Call ${escapeHtml(supportPhone)} or email ${email}</p>${unsubscribe ?? ''}`;
}

const linkHtml = ({ label, url }: { label: string; url: string }) =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

/** Renders a button that fills its cell, and its URL as text, for readers who want to see where it leads. */
function buttonHtml({ label, url }: { label: string; url: string }): string {
  return `${table('class="button"')}<tr><td align="center" bgcolor="${palette.light.azure}">${linkHtml({ label, url })}</td></tr></table>
<p class="url">Or open this link: ${linkHtml({ label: url, url })}</p>`;
}
