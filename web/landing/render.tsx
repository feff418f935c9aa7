import { renderToStaticMarkup } from 'react-dom/server';
import shell from './document.html?raw';
import { LandingPage } from './landing-page.tsx';

export { default as css } from './landing.css?inline';

/** Head elements that differ between the build (inline) and development (links). */
interface Head {
  readonly style: string;
  readonly script: string;
  readonly font: string;
}

/** Renders the page as HTML, for scripts/build.mjs and the development server. */
export function renderLanding({ style, script, font }: Head): string {
  const parts = { style, script, font, page: renderToStaticMarkup(<LandingPage />) };
  const html = Object.entries(parts).reduce((page, [name, text]) => page.replace(`<!--${name}-->`, () => text), shell);
  return html.replace(/\n\s*/g, '\n');
}
