import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Email } from './values/account-fields.ts';
import { Id, IdParams, Money, requiredText, Timestamp, withoutHiddenCharacters } from './values/shapes.ts';
import { ZipCode } from './values/zip-code.ts';

/** Where we serve (docs/product/service-areas.md). */

export const maxAreas = 100;
export const maxZipCodes = 500;

/** An area with its ZIP codes in ascending order. `fee` is shown to admins and never charged (PRICE-8). */
export const ServiceArea = z.object({
  id: Id,
  name: z.string(),
  zipCodes: z.array(z.string()),
  isActive: z.boolean(),
  fee: z.nullable(Money),
  /** Increases with every change. A change names the version that it was made from. */
  version: z.int(),
  createdAt: Timestamp,
});
export type ServiceArea = z.output<typeof ServiceArea>;

/** The number of people on the waiting list for one ZIP code. */
export const WaitingZip = z.object({ zip: z.string(), count: z.int(), latestAt: Timestamp });
export type WaitingZip = z.output<typeof WaitingZip>;

const feeText = 'Please enter a fee such as 5.00, or leave it empty';

/** An admin's input for an area. Duplicate ZIP codes count once. */
export const ServiceAreaBody = z.object({
  name: requiredText('Please name the area', 60, 'The name must be at most 60 characters'),
  zipCodes: z
    .array(ZipCode, { error: 'Please choose ZIP codes' })
    .check(z.maxLength(maxZipCodes, `An area has at most ${maxZipCodes} ZIP codes`)),
  isActive: z.boolean({ error: 'Please choose whether the area is active' }),
  fee: z.nullable(z.string({ error: feeText }).check(z.regex(/^\d{1,4}(\.\d{2})?$/, feeText))),
});
export type ServiceAreaBody = z.output<typeof ServiceAreaBody>;

/** Returns all areas by name, and the waiting list by ZIP code, most people first; at most 200 ZIP codes. */
export const listServiceAreas = endpoint('GET', '/api/admin/service-areas', 'admin', {
  response: z.object({ areas: z.array(ServiceArea), waiting: z.array(WaitingZip) }),
  errors: [],
});

/** Adds an area. 400 for an active area without ZIP codes, 409 when there are already `maxAreas`. */
export const addServiceArea = endpoint('POST', '/api/admin/service-areas', 'admin', {
  body: ServiceAreaBody,
  response: ServiceArea,
  status: 201,
  errors: [400, 409],
});

/** Changes an area. 409 `changed_meanwhile` when `version` is no longer the area's version. */
export const changeServiceArea = endpoint('PATCH', '/api/admin/service-areas/:id', 'admin', {
  params: IdParams,
  body: z.extend(ServiceAreaBody, { version: z.int({ error: 'Please load the area again' }) }),
  response: ServiceArea,
  errors: [400, 404, 409],
});

/** Removes an area. 404 when another admin has removed it. */
export const removeServiceArea = endpoint('DELETE', '/api/admin/service-areas/:id', 'admin', {
  params: IdParams,
  response: z.object({ success: z.literal(true) }),
  errors: [404],
});

/** A ZIP code and the middle of its area, in degrees. */
export const ZipPlace = z.object({ zip: z.string(), latitude: z.number(), longitude: z.number() });
export type ZipPlace = z.output<typeof ZipPlace>;

/** The ZIP codes in and around Philadelphia, for the map that areas are drawn on. */
export const listZipPlaces = endpoint('GET', '/api/admin/zip-codes', 'admin', {
  response: z.array(ZipPlace),
  errors: [],
});

/**
 * Whether we serve an address or a ZIP code. `zip` is null for an address without a readable ZIP code, which counts as
 * served.
 */
export const ServiceCheck = z.object({ zip: z.nullable(z.string()), isServed: z.boolean() });

/** Returns whether we serve an address, to anybody. Nothing is stored. */
export const checkService = endpoint('GET', '/api/service-check', 'public', {
  query: z.object({
    address: requiredText('Please enter an address or a ZIP code', 255, 'Please shorten the address').check(
      withoutHiddenCharacters,
    ),
  }),
  response: ServiceCheck,
  errors: [400, 429],
});

export const WaitingBody = z.object({ email: Email, zip: ZipCode });

/**
 * Adds an email address to the waiting list of a ZIP code. The response is the same whether or not the address was
 * already on the list. 409 when we serve the ZIP code.
 */
export const joinWaitingList = endpoint('POST', '/api/waiting-list', 'public', {
  body: WaitingBody,
  response: z.object({ message: z.string() }),
  errors: [400, 409, 429],
});

/** Removes an email address from the waiting list, for somebody who asks. Returns the number of entries that it had. */
export const removeFromWaitingList = endpoint('POST', '/api/admin/waiting-list/removals', 'admin', {
  body: z.object({ email: Email }),
  response: z.object({ removed: z.int() }),
  errors: [400],
});

/** The code of the 409 for an address that we don't serve. Its `errors.zip` is the ZIP code. */
export const notServedCode = 'area_not_served';
