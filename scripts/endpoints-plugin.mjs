/**
 * Reduces the contract to the parts that a browser needs. A browser builds a request from an endpoint's method, path
 * and access; its shapes and errors are for the server, the types and the OpenAPI document. Without them, screens
 * without a form don't load Zod (decision 063). A form imports its body's schema by name.
 */

import { serversOnly } from '../contract/endpoint.ts';

export function endpointsForBrowsers() {
  return {
    name: 'stoop:endpoints',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler(code) {
        const cuts = [];
        const visit = (node) => {
          if (node?.type === 'CallExpression' && node.callee.name === 'endpoint') {
            const { properties } = node.arguments[3];
            if (!properties) throw new Error('Write the shapes of an endpoint where it is declared.');
            cuts.push(...properties.filter(({ key }) => serversOnly.includes(key?.name)));
          } else if (node && typeof node === 'object') Object.values(node).forEach(visit);
        };
        visit(this.parse(code, { lang: 'ts' }));
        const kept = cuts
          .toSorted((one, other) => other.start - one.start)
          .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);
        // Contract files have no side effects, so a file without a used export can be dropped.
        return { code: kept, map: null, moduleSideEffects: false };
      },
    },
  };
}
