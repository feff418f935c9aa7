import { v7 as newId } from 'uuid';
import type { z } from 'zod/mini';
import type { AuditAction } from '../../../contract/audit.ts';
import { type DisposalSite, type DisposalSiteBody, maxSites } from '../../../contract/routing/disposal-sites.ts';
import { placeOf } from '../../../contract/values/places.ts';
import { locateAddress } from '../../addresses/locate-address.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { describeSiteChange, siteHoursText, whyWrongHours } from './site-rules.ts';
import {
  deleteSite,
  findSite,
  hasVisits,
  insertSite,
  listSites,
  lockSite,
  lockSites,
  type SiteRow,
  updateSite,
} from './sites.store.ts';

type SiteServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'geocoder'>;
type Presented = z.input<typeof DisposalSite>;

/** Returns all sites, active or not. */
export async function listDisposalSites({ db }: Pick<Services, 'db'>): Promise<Presented[]> {
  return (await listSites(db)).map(present);
}

/** Adds a site. Throws 400 (invalid hours) and 409 (too many sites). */
export async function addSite(services: SiteServices, actorId: string, body: DisposalSiteBody): Promise<Presented> {
  requireHours(body);
  return await inTransaction(services.db, async (trx) => {
    await lockSites(trx);
    if ((await listSites(trx)).length >= maxSites) {
      throw new Refusal(409, `There are ${maxSites} disposal sites already. Please remove one that no route has used.`);
    }
    const { coordinates, coordinatesPrecision } = await locateAddress(services, trx, body.address);
    const place = { coordinates, coordinatesPrecision };
    const site = await insertSite(trx, { id: newId(), ...body, ...place, version: 1, createdAt: services.clock() });
    const { name, address, minutes, isActive } = body;
    const details = { name, address, hours: siteHoursText(body), minutes: String(minutes) };
    const state = isActive ? 'on' : 'off';
    await record(services, trx, { actorId, action: 'site_added', siteId: site.id, details: { ...details, state } });
    return present(site);
  });
}

/**
 * Changes a site, or switches it on or off. Planned routes stay as they are. Throws 400 (invalid hours), 404, and 409
 * `changed_meanwhile` when somebody else has changed it since `version`.
 */
export async function changeSite(
  services: SiteServices,
  actorId: string,
  id: string,
  { version, ...wanted }: DisposalSiteBody & { version: number },
): Promise<Presented> {
  requireHours(wanted);
  return await inTransaction(services.db, async (trx) => {
    const old = await findSite(trx, id);
    if (!old) throw noSite();
    const details = describeSiteChange(old, wanted);
    if (old.version === version && Object.keys(details).length === 0) return present(old);
    const changed = await updateSite(
      trx,
      { id, version },
      { ...wanted, ...(await placeFor(services, trx, old, wanted)) },
    );
    if (!changed) {
      const message = 'Another admin has just changed this site. Please check it and try again.';
      throw new Refusal(409, message, { code: 'changed_meanwhile' });
    }
    await record(services, trx, { actorId, action: 'site_changed', siteId: id, details });
    return present(changed);
  });
}

/** Removes a site. Throws 404, and 409 `site_in_use` when a route visits it or has visited it. */
export async function removeSite(services: Pick<Services, 'db' | 'clock'>, actorId: string, id: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const site = await lockSite(trx, id);
    if (!site) throw noSite();
    if (await hasVisits(trx, id)) {
      const message = 'Routes have used this site, so it stays in their history. Please switch it off instead.';
      throw new Refusal(409, message, { code: 'site_in_use' });
    }
    await deleteSite(trx, id);
    await record(services, trx, { actorId, action: 'site_removed', siteId: id, details: { name: site.name } });
  });
}

/** Returns the place of a site's new address; an empty object if the address is unchanged. */
async function placeFor(services: SiteServices, trx: Db, old: SiteRow, { address }: DisposalSiteBody) {
  if (old.address === address) return {};
  const { coordinates, coordinatesPrecision } = await locateAddress(services, trx, address);
  return { coordinates, coordinatesPrecision };
}

function requireHours(body: DisposalSiteBody): void {
  const errors = whyWrongHours(body);
  if (errors) throw new Refusal(400, Object.values(errors).join(' '), { errors });
}

async function record(
  services: Pick<Services, 'clock'>,
  trx: Db,
  line: { actorId: string; action: AuditAction; siteId: string; details: Record<string, string> },
): Promise<void> {
  const { actorId, action, siteId, details } = line;
  await recordChanges(services, trx, [{ actorId, action, subject: 'site', subjectId: siteId, details }]);
}

function noSite(): Refusal {
  return new Refusal(404, 'This site is gone. Another admin may have removed it.');
}

function present(row: SiteRow): Presented {
  const { coordinates: _, coordinatesPrecision: __, createdAt, ...site } = row;
  return { ...site, place: placeOf(row), createdAt: createdAt.toISOString() };
}
