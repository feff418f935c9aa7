import { decodeOutlines } from '../../contract/neighborhoods/outlines.ts';
import topology from '../../contract/neighborhoods/philadelphia.topo.json' with { type: 'json' };
import type { AreasReport } from '../../contract/reports.ts';
import { placeOf } from '../../contract/values/places.ts';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import { commonNeighborhood } from '../routing/areas/neighborhood-rules.ts';
import type { Services } from '../services.ts';
import { samplePlaces, sumAreas } from './areas.store.ts';
import { instantsOf } from './get-money-report.ts';

const outlines = decodeOutlines(topology);
/** Places sampled per ZIP code, enough to find the neighborhood of most addresses in it. */
const sampledPlaces = 15;

/** Returns the report of areas: bookings and plans made in a span of days, by ZIP code. */
export async function getAreasReport({ db }: Pick<Services, 'db'>, span: DaySpan): Promise<AreasReport> {
  const areas = await sumAreas(db, instantsOf(span));
  const zips = areas.flatMap(({ zip }) => zip ?? []);
  const samples = Map.groupBy(await samplePlaces(db, zips, sampledPlaces), ({ zip }) => zip);
  const neighborhoodOf = (zip: string | null) => {
    const places = (samples.get(zip ?? '') ?? []).flatMap(
      ({ coordinates }) => placeOf({ coordinates, coordinatesPrecision: null }) ?? [],
    );
    return commonNeighborhood(places, outlines);
  };
  return {
    total: {
      bookings: areas.reduce((sum, { bookings }) => sum + bookings, 0),
      cancelled: areas.reduce((sum, { cancelled }) => sum + cancelled, 0),
      plans: areas.reduce((sum, { plans }) => sum + plans, 0),
    },
    areas: areas.map((area) => ({ ...area, neighborhood: neighborhoodOf(area.zip) })),
  };
}
