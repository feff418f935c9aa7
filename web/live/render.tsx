import { renderToStaticMarkup } from 'react-dom/server';
import shell from './document.html?raw';
import { LivePage } from './live-page.tsx';

export { default as css } from './live.css?inline';

/** Renders the live page as one HTML file, for scripts/build.mjs and the development server. */
export function renderLive(head: { style: string; font: string; script: string }): string {
  const parts = { ...head, page: renderToStaticMarkup(<LivePage />) };
  const html = Object.entries(parts).reduce((page, [name, text]) => page.replace(`<!--${name}-->`, () => text), shell);
  return html.replace(/\n\s*/g, '\n');
}
