import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const html = readFileSync(new URL('../web/app.html', import.meta.url), 'utf8');
const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';

/** Returns true if the page's script shows the sentence for old browsers in a browser with these APIs. */
function showsSentence(css: object | undefined, hasToSorted = true): boolean {
  let isShown = false;
  const getElementById = (id: string) => ({ content: id });
  const insertBefore = (content: string) => (isShown = content === 'old-browser');
  const document = { getElementById, body: { insertBefore, firstChild: null } };
  const code = `${hasToSorted ? '' : 'delete Array.prototype.toSorted;'}${script}`;
  runInNewContext(code, { window: css ? { CSS: css } : {}, CSS: css, document });
  return isShown;
}

describe('app.html', () => {
  const registerProperty = () => undefined;

  it('tells browsers that are too old, with the phone number, before the app starts', () => {
    expect(html).toMatch(/<template id="old-browser"><p [^>]*>.*update it.*href="__SUPPORT_PHONE_HREF__"/);
    expect(html.indexOf('old-browser')).toBeLessThan(html.indexOf('type="module"'));
    expect(showsSentence(undefined)).toBe(true);
    expect(showsSentence({ supports: () => true })).toBe(true);
    expect(showsSentence({ registerProperty, supports: () => false })).toBe(true);
    expect(showsSentence({ registerProperty, supports: () => true }, false)).toBe(true);
  });

  it('says nothing to the others', () => {
    expect(showsSentence({ registerProperty, supports: () => true })).toBe(false);
  });

  it('can be read by browsers without any newer syntax', () => {
    expect(script).not.toMatch(/=>|\?\.|\?\?|`|\b(?:const|let|class|async)\b/);
  });
});
