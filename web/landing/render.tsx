import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { textPages } from '../../contract/pages.ts';
import shell from './document.html?raw';
import landingCss from './landing.css?inline';
import { LandingPage } from './landing-page.tsx';
import legalCss from './legal/legal.css?inline';
import { PrivacyPage } from './legal/privacy-page.tsx';
import { TermsPage } from './legal/terms-page.tsx';

/** Head elements that differ between the build (inline) and development (links). */
interface Head {
  /** Returns the style element of a page's CSS. */
  readonly styleOf: (css: string, file: string) => string;
  /** Only the landing page has a script. */
  readonly script: string;
  /** Returns a preload of the display font that a page's CSS names. */
  readonly fontOf: (css: string) => string;
}

type PagePath = '/' | (typeof textPages)[number];

interface Page {
  readonly title: string;
  readonly description: string;
  /** The title and text of the preview when somebody shares the page. */
  readonly shareTitle: string;
  readonly shareText: string;
  /** The colors of the browser's bar, which continues the top of the page. */
  readonly themeColor: string;
  readonly darkThemeColor: string;
  readonly hasScript: boolean;
  readonly css: string;
  /** The path of the CSS file below web/. */
  readonly cssFile: string;
  readonly content: ReactNode;
}

const termsText = 'How trash pickups and plans work: prices, changes and cancellations, holds, and missed pickups.';
const privacyText = 'What we store about you, who sees it, and how long it stays. No ads, no analytics, no trackers.';

const pages: Record<PagePath, Page> = {
  '/': {
    title: '__BRAND_NAME__: trash pickup in the Philadelphia area, 7 days a week',
    description:
      'Put your bags at the curb by 7 AM and our team picks them up. One-time pickups and monthly plans for homes in the Philadelphia area, 7 days a week. Licensed, bonded and insured.',
    shareTitle: 'Bags at the curb by 7 AM. We take it from there.',
    shareText: 'One-time trash pickups and monthly plans for homes in the Philadelphia area, 7 days a week.',
    themeColor: '#d9efff',
    darkThemeColor: '#0f1f38',
    hasScript: true,
    css: landingCss,
    cssFile: 'landing/landing.css',
    content: <LandingPage />,
  },
  '/terms': textPage('Terms', termsText, <TermsPage />),
  '/privacy': textPage('Privacy', privacyText, <PrivacyPage />),
};

function textPage(name: string, text: string, content: ReactNode): Page {
  const title = `${name} · __BRAND_NAME__`;
  const share = { shareTitle: title, shareText: text };
  const style = { css: legalCss, cssFile: 'landing/legal/legal.css' };
  const bar = { themeColor: '#f7fbfc', darkThemeColor: '#0a121d' };
  return { title, description: text, ...share, ...bar, hasScript: false, ...style, content };
}

/** Renders the page of a path as HTML, for scripts/build.mjs and the development server. */
export function renderPage(path: PagePath, { styleOf, fontOf, script }: Head): string {
  const { content, hasScript, css, cssFile, ...texts } = pages[path];
  const style = styleOf(css, cssFile);
  const parts = {
    ...texts,
    style,
    font: fontOf(css),
    script: hasScript ? script : '',
    page: renderToStaticMarkup(content),
  };
  const html = Object.entries(parts).reduce(
    (page, [name, text]) => page.replaceAll(`<!--${name}-->`, () => text),
    shell,
  );
  return html.replace(/\n\s*/g, '\n');
}
