import type { PlanVisit } from '../../../contract/plan/page.ts';

/** A line of the list of visits: one visit, or all that follow each other in a hold. */
export interface VisitRow {
  readonly visits: readonly [PlanVisit, ...PlanVisit[]];
}

export function visitRowsOf(visits: readonly PlanVisit[]): VisitRow[] {
  const rows: { visits: [PlanVisit, ...PlanVisit[]] }[] = [];
  for (const visit of visits) {
    const last = rows.at(-1);
    if (visit.state === 'held' && last?.visits[0].state === 'held') last.visits.push(visit);
    else rows.push({ visits: [visit] });
  }
  return rows;
}
