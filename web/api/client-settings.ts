import type { ClientSettings } from '../../contract/client-settings.ts';

/** What holds where no server filled the page in: the development server, tests. */
const defaults: ClientSettings = {
  brandName: 'Stoop',
  supportPhone: '(215) 555-0107',
  supportEmail: 'hello@stoop.example',
  stripePublishableKey: null,
  testMode: true,
  addressLookup: false,
  mapStyleUrl: null,
  sameDayCutoff: null,
};

/** This deployment's settings, as the server wrote them into the page. */
export const clientSettings: ClientSettings = readSettings(
  typeof document === 'undefined' ? null : document.getElementById('stoop-settings')?.textContent,
);

export function readSettings(json: string | null | undefined): ClientSettings {
  try {
    return { ...defaults, ...(JSON.parse(json ?? '{}') as Partial<ClientSettings>) };
  } catch {
    return defaults;
  }
}
