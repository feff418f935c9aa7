/** The look of every email. */

/**
 * The colors of web/ui/styles/tokens.css that emails use, copied because email programs support no variables. A test
 * compares them.
 */
export const palette = {
  light: {
    marble: '#f7fbfc',
    paper: '#ffffff',
    line: '#cad6df',
    ink: '#10223c',
    soft: '#445469',
    azure: '#1258a1',
  },
  dark: {
    marble: '#0a121d',
    paper: '#121d2c',
    line: '#2c3d53',
    ink: '#e8eff6',
    soft: '#aebccb',
    azure: '#83bdf7',
  },
} as const;

const { light, dark } = palette;
const sans = "font-family: 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;";

/**
 * Rules outside `@media` are written onto the elements before an email is sent, because many programs drop style
 * sheets. Rules inside `@media` are for programs that keep style sheets; an email is complete without them.
 */
export const letterStyle = `
body, .page { margin: 0; padding: 0; width: 100%; background-color: ${light.marble}; }
body { -webkit-text-size-adjust: 100%; }
table { border-collapse: separate; border-spacing: 0; }
td { padding: 0; }
.preheader { display: none; max-height: 0; max-width: 0; overflow: hidden; opacity: 0; font-size: 1px; line-height: 1px; color: ${light.marble}; }
.outer { padding: 24px 12px; }
.column { width: 100%; max-width: 600px; }
.head { padding: 0 0 16px; }
.mark { width: 32px; height: 32px; background-color: #b1422a; border-radius: 7px; }
.door { width: 11px; height: 12px; margin: 0 0 0 8px; background-color: #fbcf3e; border-radius: 6px 6px 0 0; font-size: 0; line-height: 0; }
.step { height: 3px; margin: 0 0 0 6px; background-color: #ffffff; font-size: 0; line-height: 0; }
.brand { padding: 0 0 0 10px; ${sans} font-size: 20px; line-height: 32px; font-weight: 700; color: ${light.ink}; }
.card { padding: 28px 32px 16px; background-color: ${light.paper}; border: 1px solid ${light.line}; border-top: 2px solid ${light.ink}; border-radius: 0 0 12px 12px; }
h1 { margin: 0 0 20px; ${sans} font-size: 24px; line-height: 30px; font-weight: 700; letter-spacing: -0.01em; text-wrap: balance; color: ${light.ink}; }
p { margin: 0 0 16px; ${sans} font-size: 16px; line-height: 24px; color: ${light.ink}; }
p.note { font-size: 15px; line-height: 22px; color: ${light.soft}; }
p.url { font-size: 14px; line-height: 20px; color: ${light.soft}; word-break: break-all; }
a { color: ${light.azure}; text-decoration: underline; }
.button { margin: 8px 0 20px; }
.button td { background-color: ${light.azure}; border-radius: 8px; mso-padding-alt: 12px 24px; }
.button a { display: inline-block; padding: 12px 24px; ${sans} font-size: 16px; line-height: 24px; font-weight: 600; color: ${light.paper}; text-decoration: none; }
.foot { padding: 16px 0 0; }
.foot p { margin: 0 0 8px; font-size: 14px; line-height: 20px; color: ${light.soft}; }
@media (max-width: 480px) {
  .card { padding: 24px 20px 8px !important; }
}
@media (prefers-color-scheme: dark) {
  body, .page { background-color: ${dark.marble} !important; }
  .card { background-color: ${dark.paper} !important; border-color: ${dark.line} !important; border-top-color: ${dark.ink} !important; }
  .brand, h1, p { color: ${dark.ink} !important; }
  p.note, p.url, .foot p { color: ${dark.soft} !important; }
  a { color: ${dark.azure} !important; }
  .button td { background-color: ${dark.azure} !important; }
  .button a { color: ${dark.paper} !important; }
}
`;
