import { expect, it } from 'vitest';
import { fillPlaceholders, type PageSettings } from './page-texts.ts';

const settings: PageSettings = {
  ...{ brandName: 'Stoop & Sons', supportPhone: '(215) 555-0107', supportEmail: 'hello@stoop.example' },
  ...{ stripePublishableKey: null, testMode: true, noCardIsCharged: false, addressLookup: false, mapStyleUrl: null },
  ...{ sameDayCutoff: null, changeCutoff: '18:00', lateRefundPercent: 50, incompletePhoto: 'off', geocoder: 'census' },
  pushPublicKey: null,
};
const fill = (html: string, given: Partial<PageSettings> = {}) => fillPlaceholders(html, { ...settings, ...given });

it('fills in name and contact details, escaped, and leaves what it does not know', () => {
  expect(fill('__BRAND_NAME__ <a href="__SUPPORT_PHONE_HREF__">__SUPPORT_PHONE__</a> __OTHER__')).toBe(
    'Stoop &amp; Sons <a href="tel:+12155550107">(215) 555-0107</a> __OTHER__',
  );
});

it('writes the terms of the deployment', () => {
  const terms = '__TERMS_BEFORE_CUTOFF__|__TERMS_AFTER_CUTOFF__|__TERMS_GRACE__|__TERMS_PLAN__';
  expect(fill(terms)).toBe(
    'Move your pickup for free, or cancel for a full refund, until 6:00 PM the day before.|' +
      'After that, you can cancel for a 50% refund until 7:00 AM, or until your driver&#39;s route starts.|' +
      'If you book later than that, you have 15 minutes to cancel for a full refund.|' +
      'You can move or skip a visit until 6:00 PM the day before. A skipped visit isn&#39;t refunded.',
  );
  const changed = fill(terms, { changeCutoff: '16:30', lateRefundPercent: 0 });
  expect(changed.match(/4:30 PM/g)).toHaveLength(2);
  expect(changed).toContain('you can cancel without a refund until 7:00 AM');
});

it('says until when today can be booked', () => {
  expect(fill('__SAME_DAY__')).toBe('Yes. Choose today when you book.');
  expect(fill('__SAME_DAY__', { sameDayCutoff: '13:00' })).toContain('Yes, if you book by 1:00 PM.');
});

it('says where card numbers and addresses go', () => {
  expect(fill('__CARD_DATA__ __PAYMENT_DATA__')).not.toContain('Stripe');
  expect(fill('__CARD_DATA__', { testMode: false })).toContain('straight to Stripe');
  expect(fill('__ADDRESS_DATA__')).toMatch(/^Address suggestions come from our own list\..* US Census Bureau\.$/);
  const withGoogle = fill('__ADDRESS_DATA__', { addressLookup: true, geocoder: 'google' });
  expect(withGoogle).toMatch(/asks Google for suggestions.* to Google\.$/);
  expect(fill('__ADDRESS_DATA__', { geocoder: 'off' })).not.toMatch(/Google|Census/);
});

it('gives the app its settings as JSON that cannot close its element, without values that only our pages need', () => {
  const json = fill('__CLIENT_SETTINGS__', { brandName: '</script>' });
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toMatchObject({ brandName: '</script>', changeCutoff: '18:00' });
  expect(json).not.toContain('geocoder');
});

it("shows the owner's passage, or the marked place that waits for it", () => {
  const html = '<p class="__OWN_LAW_CLASS__">__OWN_LAW__</p><div class="__OWN_LAW_PLACE_CLASS__">?</div>';
  expect(fill(html)).toBe('<p class="hidden"></p><div class="">?</div>');
  expect(fill(html, { passages: { law: 'Laws of <PA>' } })).toBe(
    '<p class="">Laws of &lt;PA&gt;</p><div class="hidden">?</div>',
  );
});

it('shows the phone hours and the address only if they are set', () => {
  const html = '<p class="__OFFICE_HOURS_CLASS__">__OFFICE_HOURS__</p>';
  expect(fill(html)).toBe('<p class="hidden"></p>');
  expect(fill(html, { officeHours: '8 AM to 5 PM' })).toBe('<p class="">8 AM to 5 PM</p>');
  expect(fill('__CLIENT_SETTINGS__', { businessAddress: '1 Main St', passages: { law: 'x' } })).not.toMatch(/Main|law/);
});
