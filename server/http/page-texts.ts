import escapeHtml from 'escape-html';
import type { ClientSettings } from '../../contract/client-settings.ts';
import { type PassageName, passageNames, passagePlaceholder } from '../../contract/owner-settings.ts';
import { planTermsText, termsSentences } from '../../contract/values/change-policy.ts';
import { sameDayText } from '../../contract/values/time/booking-dates.ts';

import type { ZipResult } from './landing-forms.ts';

/** The service that a deployment sends addresses to, to learn their coordinates. */
export type Geocoder = 'google' | 'census' | 'off';

/** The settings that a built page shows. */
export interface PageSettings extends ClientSettings {
  readonly geocoder: Geocoder;
  readonly businessAddress?: string | null;
  readonly officeHours?: string | null;
  /** The passages of Terms and Privacy that the business has written; null or missing for the others. */
  readonly passages?: Partial<Record<PassageName, string | null>>;
}

/** Fills a built page with a deployment's name, contact details and terms, and a form's result, escaped for HTML. */
export function fillPlaceholders(html: string, settings: PageSettings, result?: ZipResult): string {
  const { geocoder, businessAddress, officeHours, passages, ...client } = settings;
  const texts = Object.entries({
    ...contactTexts(client),
    ...termsTexts(client),
    ...dataTexts({ geocoder, ...client }),
    ...shownTexts('OFFICE_HOURS', officeHours),
    ...shownTexts('BUSINESS_ADDRESS', businessAddress),
    ...passageTexts(passages ?? {}),
    ...resultTexts(result),
  });
  const values = Object.fromEntries(texts.map(([name, text]) => [name, escapeHtml(text)]));
  values.CLIENT_SETTINGS = JSON.stringify(client).replace(/</g, '\\u003c');
  return html.replace(/__([A-Z_]+?)__/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** The CSS class of a part that isn't shown. */
const hidden = 'hidden';

/** Returns a text and the CSS class of its part, which is hidden if there is no text. */
function shownTexts(name: string, text: string | null | undefined) {
  return { [name]: text ?? '', [`${name}_CLASS`]: text ? '' : hidden };
}

/** Returns the business's own passages. A passage without a text shows a marked placeholder. */
function passageTexts(passages: NonNullable<PageSettings['passages']>): Record<string, string> {
  const texts = passageNames.map((name) => {
    const placeholder = passagePlaceholder(name);
    const text = passages[name];
    return { ...shownTexts(placeholder, text), [`${placeholder}_PLACE_CLASS`]: text ? hidden : '' };
  });
  return Object.assign({}, ...texts);
}

/** Returns the texts of a form's result on the landing page, and the CSS classes that show only its part. */
function resultTexts(result: ZipResult | undefined) {
  const classOf = (state: ZipResult['state']) => (result?.state === state ? '' : hidden);
  return {
    ZIP: result?.zip ?? '',
    ZIP_SERVED_CLASS: classOf('served'),
    ZIP_UNSERVED_CLASS: classOf('unserved'),
    ZIP_JOINED_CLASS: classOf('joined'),
    ...shownTexts('ZIP_NOTE', result?.note),
  };
}

function contactTexts({ brandName, supportPhone, supportEmail }: ClientSettings) {
  const digits = supportPhone.replace(/[^\d+]/g, '');
  return {
    BRAND_NAME: brandName,
    SUPPORT_PHONE: supportPhone,
    SUPPORT_PHONE_HREF: `tel:${/^\d{10}$/.test(digits) ? '+1' : ''}${digits}`,
    SUPPORT_EMAIL: supportEmail,
  };
}

/** Returns the same sentences that the app shows before a payment. */
function termsTexts({ changeCutoff, lateRefundPercent, sameDayCutoff }: ClientSettings) {
  const terms = { cutoff: changeCutoff, lateRefundPercent };
  const { beforeCutoff, afterCutoff, grace } = termsSentences(terms);
  return {
    TERMS_BEFORE_CUTOFF: beforeCutoff,
    TERMS_AFTER_CUTOFF: afterCutoff,
    TERMS_GRACE: grace,
    TERMS_PLAN: planTermsText(terms),
    SAME_DAY: sameDayText(sameDayCutoff),
  };
}

/** Returns what the Privacy page says about card numbers and addresses. */
function dataTexts({ testMode, addressLookup, geocoder }: PageSettings) {
  const suggestions = addressLookup
    ? 'While you type an address, our server asks Google for suggestions. It sends what you typed and nothing else about you.'
    : 'Address suggestions come from our own list.';
  return {
    CARD_DATA: testMode
      ? 'This site takes test cards only, and no card is charged. A card number never leaves your browser.'
      : 'Your card number goes from your browser straight to Stripe, our payment provider. It never reaches our server.',
    PAYMENT_DATA: testMode
      ? 'Payments are simulated, so nothing about them leaves our server.'
      : 'Stripe also gets your name, your email, the billing details you type, and what you pay.',
    ADDRESS_DATA: `${suggestions} ${geocoderTexts[geocoder]}`,
  };
}

const geocoderTexts: Record<Geocoder, string> = {
  google: 'To place a stop on the map, our server sends its address, without your name, to Google.',
  census: 'To place a stop on the map, our server sends its address, without your name, to the US Census Bureau.',
  off: 'Stops are placed on the map by their ZIP code, so no address goes to a map service.',
};
