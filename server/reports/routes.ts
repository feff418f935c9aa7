import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { exportReport } from './export-report.ts';
import { getAreasReport } from './get-areas-report.ts';
import { getDriversReport } from './get-drivers-report.ts';
import { getMoneyReport } from './get-money-report.ts';
import { getStopsReport } from './get-stops-report.ts';

export function reportRoutes(services: Services) {
  return {
    getStopsReport: async ({ query }) => await getStopsReport(services, query),
    getDriversReport: async ({ query }) => await getDriversReport(services, query),
    getMoneyReport: async ({ query }) => await getMoneyReport(services, query),
    getAreasReport: async ({ query }) => await getAreasReport(services, query),
    exportReport: async ({ actor, body }) => await exportReport(services, actor.id, body),
  } satisfies Partial<Handlers>;
}
