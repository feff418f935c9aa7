import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { normalizePhone } from './values/phone.ts';
import { Timestamp, withoutHiddenCharacters } from './values/shapes.ts';

/** The settings that an owner changes without a restart (docs/product/customer.md, SET-31 to SET-38). */

/**
 * The passages of Terms and Privacy that only the business can write, and the content of each. A passage without text
 * is shown as a marked placeholder (decision 064).
 */
export const passageSubjects = {
  company: 'legal name, postal address and license numbers',
  neverTaken: 'what you never take, such as paint, chemicals or tires',
  damage: 'insurance, damage claims and limits of liability',
  law: 'governing law and how disputes are resolved',
  termsChanges: 'how you change these terms, and the date they take effect',
  providers: 'the companies that host this site, send its email and store its photos',
  retention: 'how long you keep accounts, pickups, photos and payment records',
  rights: 'the privacy rights of your customers, and who handles their requests',
  privacyChanges: 'how you change this page, and the date it takes effect',
} as const;
export type PassageName = keyof typeof passageSubjects;
export const passageNames = Object.keys(passageSubjects) as PassageName[];

/** Returns the placeholder of a passage in a built page, such as OWN_NEVER_TAKEN. */
export function passagePlaceholder(name: PassageName): string {
  return `OWN_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

export const maxPassageLength = 4000;

const timeText = 'Please enter a time such as 18:00';
const NewYorkTime = z.string({ error: timeText }).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeText));

function whole(from: number, to: number) {
  const message = `Please enter a whole number from ${from} to ${to}`;
  return z.int({ error: message }).check(z.minimum(from, message), z.maximum(to, message));
}

/** One line of text. */
function line(required: string, most: number) {
  const tooLong = `Please use at most ${most} characters`;
  return z
    .string({ error: required })
    .check(
      z.trim(),
      z.minLength(1, required),
      z.maxLength(most, tooLong),
      z.regex(/^\P{Cc}*$/u, 'Please use one line'),
    );
}

const Passage = z.nullable(
  z
    .string({ error: 'Please enter text, or leave it empty' })
    .check(
      z.trim(),
      z.minLength(1, 'Please enter text, or leave it empty'),
      z.maxLength(maxPassageLength, `Please use at most ${maxPassageLength} characters`),
    ),
);

const SupportPhone = line('Please enter a phone number', 40);

/** All values with their formats. Times are New York wall times, HH:MM. */
export const OwnerValues = z.object({
  /** The time on the day before service until which a booking can change for free. */
  changeCutoff: NewYorkTime,
  /** The refund for a cancellation after the cut-off, in whole percent. */
  lateRefundPercent: whole(0, 100),
  supportPhone: SupportPhone,
  supportEmail: z
    .string({ error: 'Please enter an email address' })
    .check(z.trim(), z.maxLength(255, 'Please use at most 255 characters'), z.email('Please enter an email address')),
  businessAddress: z.nullable(line('Please enter an address, or leave it empty', 200).check(withoutHiddenCharacters)),
  /** When people answer the phone, in the owner's words. */
  officeHours: z.nullable(line('Please enter your hours, or leave it empty', 120)),
  /** The default shift of drivers. */
  shiftStart: NewYorkTime,
  shiftEnd: NewYorkTime,
  /** The default capacity of a truck, in bags. Routes use it once there is an active disposal site. */
  truckBags: whole(1, 5000),
  passages: z.object({
    company: Passage,
    neverTaken: Passage,
    damage: Passage,
    law: Passage,
    termsChanges: Passage,
    providers: Passage,
    retention: Passage,
    rights: Passage,
    privacyChanges: Passage,
  } satisfies Record<PassageName, typeof Passage>),
});
export type OwnerValues = z.output<typeof OwnerValues>;

export const OwnerSettings = z.object({
  values: OwnerValues,
  /**
   * 0 until an owner changes a value; the environment's values apply until then. A change names the version that it was
   * made from.
   */
  version: z.int(),
  updatedAt: z.nullable(Timestamp),
});
export type OwnerSettings = z.output<typeof OwnerSettings>;

export const getOwnerSettings = endpoint('GET', '/api/admin/settings', 'admin', {
  response: OwnerSettings,
  errors: [],
});

/** What an owner enters. The environment's number isn't checked, so the settings may still show another text. */
const NewOwnerValues = z.extend(z.partial(OwnerValues), {
  supportPhone: z.optional(
    SupportPhone.check(
      z.refine((text) => normalizePhone(text) !== null, 'Please enter a phone number such as (215) 555-0107'),
    ),
  ),
});

/**
 * Changes some values; the others stay. The trail records each change with its old and new value. 400 for a shift that
 * ends before it starts, 409 `changed_meanwhile` when `version` is no longer the settings' version.
 */
export const changeOwnerSettings = endpoint('PATCH', '/api/admin/settings', 'admin', {
  confirmsAgain: true,
  body: z.object({ version: z.int({ error: 'Please load the settings again' }), values: NewOwnerValues }),
  response: OwnerSettings,
  errors: [400, 409],
});

/** The id that stands for the settings in the trail. */
export const ownerSettingsId = '00000000-0000-4000-8000-000000000035';
