import type { DriversReport } from '../../contract/reports.ts';
import { personName } from '../../contract/values/person-name.ts';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import type { Services } from '../services.ts';
import { type DriverSums, sumDrivers } from './drivers.store.ts';

/** Returns the report of drivers: each driver's figures in a span of service days. */
export async function getDriversReport({ db }: Pick<Services, 'db'>, span: DaySpan): Promise<DriversReport> {
  const drivers = await sumDrivers(db, span);
  const total = {
    scheduled: drivers.reduce((sum, { scheduled }) => sum + scheduled, 0),
    done: drivers.reduce((sum, { done }) => sum + done, 0),
    bags: drivers.reduce((sum, { bags }) => sum + bags, 0),
    timedStops: drivers.reduce((sum, { timedStops }) => sum + timedStops, 0),
    tons: sumOfKnown(drivers.map(({ tons }) => tons)),
    miles: sumOfKnown(drivers.map(({ miles }) => miles)),
    hours: sumOfKnown(drivers.map(({ hours }) => hours)),
  };
  return {
    total: figuresOf(total),
    drivers: drivers.map((driver) => {
      const { id, username, days } = driver;
      return { id, username, name: personName(driver), days, ...figuresOf(driver) };
    }),
  };
}

function figuresOf(
  sums: Pick<DriverSums, 'scheduled' | 'done' | 'bags' | 'tons' | 'miles' | 'hours' | 'timedStops'>,
): DriversReport['total'] {
  const { scheduled, done, bags, tons, miles, hours, timedStops } = sums;
  const stopsPerHour = hours === null || hours === 0 ? null : rounded(timedStops / hours);
  return {
    ...{ scheduled, done, bags, stopsPerHour },
    tons: tons === null ? null : rounded(tons),
    miles: miles === null ? null : rounded(miles),
    hours: hours === null ? null : rounded(hours),
  };
}

const rounded = (figure: number) => Math.round(figure * 100) / 100;

/** Sums the known figures. Returns null when none is known. */
function sumOfKnown(figures: readonly (number | null)[]): number | null {
  const known = figures.filter((figure) => figure !== null);
  return known.length === 0 ? null : known.reduce((sum, figure) => sum + figure, 0);
}
