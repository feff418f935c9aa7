import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Place } from '../values/places.ts';
import { Address, Id, IdParams, requiredText, Timestamp } from '../values/shapes.ts';
import { WallTime } from '../values/time/wall-time.ts';

/** The places where trucks are emptied (docs/product/trucks.md, TRUCK-20 to TRUCK-24). */

export const maxSites = 50;
export const siteMinutes = { min: 1, max: 240 } as const;

/** A disposal site. Without `opensAt` and `closesAt` (New York wall times, HH:MM) it is always open. */
export const DisposalSite = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  /** Null until the address is geocoded. Routes don't use the site until then. */
  place: z.nullable(Place),
  opensAt: z.nullable(z.string()),
  closesAt: z.nullable(z.string()),
  /** How long a truck stays there. */
  minutes: z.int(),
  /** Whether newly planned routes use it. */
  isActive: z.boolean(),
  /** Increases with every change by an admin. A change names the version that it was made from. */
  version: z.int(),
  createdAt: Timestamp,
});
export type DisposalSite = z.output<typeof DisposalSite>;

const minutesText = `Please enter whole minutes from ${siteMinutes.min} to ${siteMinutes.max}`;

export const DisposalSiteBody = z.object({
  name: requiredText('Please name the site', 60, 'The name must be at most 60 characters'),
  address: Address,
  opensAt: z.nullable(WallTime),
  closesAt: z.nullable(WallTime),
  minutes: z
    .int({ error: minutesText })
    .check(z.minimum(siteMinutes.min, minutesText), z.maximum(siteMinutes.max, minutesText)),
  isActive: z.boolean({ error: 'Please choose whether the site is active' }),
});
export type DisposalSiteBody = z.output<typeof DisposalSiteBody>;

/** All sites by name, active or not. */
export const listDisposalSites = endpoint('GET', '/api/admin/disposal-sites', 'admin', {
  response: z.array(DisposalSite),
  errors: [],
});

/** Adds a site. 400 unless it closes after it opens, 409 when there are already `maxSites`. */
export const addDisposalSite = endpoint('POST', '/api/admin/disposal-sites', 'admin', {
  body: DisposalSiteBody,
  response: DisposalSite,
  status: 201,
  errors: [400, 409],
});

/**
 * Changes a site, or activates or deactivates it. Planned routes stay as they are. 409 `changed_meanwhile` for an older
 * `version`.
 */
export const changeDisposalSite = endpoint('PATCH', '/api/admin/disposal-sites/:id', 'admin', {
  params: IdParams,
  body: z.extend(DisposalSiteBody, { version: z.int({ error: 'Please load the site again' }) }),
  response: DisposalSite,
  errors: [400, 404, 409],
});

/**
 * Removes a site that no route has ever visited. 409 `site_in_use` for any other site, which can only be deactivated.
 */
export const removeDisposalSite = endpoint('DELETE', '/api/admin/disposal-sites/:id', 'admin', {
  params: IdParams,
  response: z.void(),
  status: 204,
  errors: [404, 409],
});
