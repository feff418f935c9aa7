import type {} from '../contract/endpoint.ts';

declare module '../contract/endpoint.ts' {
  interface Zone {
    /** The build takes the schemas out of endpoints, so the web's types don't have them either. */
    browser: true;
  }
}
