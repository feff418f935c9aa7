import { renderToStaticMarkup } from 'react-dom/server';
import shell from './document.html?raw';
import { OfflinePage } from './offline-page.tsx';

export { default as css } from './offline.css?inline';

/** Renders the offline page as one HTML file, for scripts/build.mjs. */
export function renderOffline({ style, script }: { style: string; script: string }): string {
  const parts = { style, script, page: renderToStaticMarkup(<OfflinePage />) };
  const html = Object.entries(parts).reduce((page, [name, text]) => page.replace(`<!--${name}-->`, () => text), shell);
  return html.replace(/\n\s*/g, '\n');
}
