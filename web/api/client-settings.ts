import type { ClientSettings } from '../../contract/client-settings.ts';
import type { ShownTerms } from '../../contract/values/shown-terms.ts';

/** Used if the page has no settings, as in tests. */
const defaults: ClientSettings = {
  brandName: 'Stoop',
  supportPhone: '(215) 555-0107',
  supportEmail: 'hello@stoop.example',
  stripePublishableKey: null,
  testMode: true,
  noCardIsCharged: false,
  addressLookup: false,
  mapStyleUrl: null,
  sameDayCutoff: null,
  changeCutoff: '18:00',
  lateRefundPercent: 50,
  incompletePhoto: 'off',
  pushPublicKey: null,
};

/** This deployment's settings, which the server writes into the page. */
export const clientSettings: ClientSettings = readSettings(
  typeof document === 'undefined' ? null : document.getElementById('stoop-settings')?.textContent,
);

/** Returns the terms that this page shows. An owner may have changed them since the page was loaded. */
export function shownTerms(): ShownTerms {
  const { changeCutoff: cutoff, lateRefundPercent } = clientSettings;
  return { cutoff, lateRefundPercent };
}

export function readSettings(json: string | null | undefined): ClientSettings {
  try {
    return { ...defaults, ...(JSON.parse(json ?? '{}') as Partial<ClientSettings>) };
  } catch {
    return defaults;
  }
}
