import type { DayPlan, DayProblem, VehicleDay } from '../../../server/routing/solver/day-problem.ts';

/** Describes the rules that a route plan breaks. Computed from the problem alone, independently of the solver. */
export function brokenRules(problem: DayProblem, plan: DayPlan): string[] {
  const broken: string[] = [];
  const served = plan.days.flatMap(({ visits }) =>
    visits.filter(({ kind }) => kind === 'stop').map(({ index }) => index),
  );
  const all = [...served, ...plan.unassigned.map(({ stop }) => stop)].toSorted((a, b) => a - b);
  if (all.join() !== problem.stops.map((_, index) => index).join()) broken.push(`stops lost or doubled: ${all}`);
  plan.days.forEach((day, vehicle) => {
    broken.push(...brokenByLoad(problem, day, vehicle), ...brokenByTime(problem, day, vehicle));
    for (const { kind, index } of day.visits) {
      const pin = kind === 'stop' ? (problem.stops[index]?.vehicle ?? vehicle) : vehicle;
      if (pin !== vehicle) broken.push(`stop ${index} is pinned to ${pin}, not ${vehicle}`);
    }
  });
  return broken;
}

function brokenByLoad({ vehicles, stops, sites = [] }: DayProblem, { visits }: VehicleDay, vehicle: number): string[] {
  const { capacity = Infinity, dayLoad = Infinity, maxStops = Infinity, loadAtStart = 0 } = vehicles[vehicle] ?? {};
  const broken: string[] = [];
  let onBoard = loadAtStart;
  let collected = 0;
  let count = 0;
  for (const { kind, index } of visits) {
    const load = kind === 'stop' ? (stops[index]?.load ?? Number.NaN) : 0;
    onBoard = kind === 'site' ? 0 : onBoard + load;
    collected += load;
    if (kind === 'stop') count++;
    if (onBoard > capacity + 1e-9) broken.push(`vehicle ${vehicle} is overloaded at ${index}`);
  }
  if (collected > dayLoad + 1e-9) broken.push(`vehicle ${vehicle} collects more than a day's load`);
  if (count > maxStops) broken.push(`vehicle ${vehicle} has more than ${maxStops} stops`);
  if (sites.length > 0 && count > 0 && visits.at(-1)?.kind !== 'site')
    broken.push(`vehicle ${vehicle} does not end empty`);
  return broken;
}

function brokenByTime(problem: DayProblem, day: VehicleDay, vehicle: number): string[] {
  const { matrix, vehicles, stops, sites = [] } = problem;
  const { start = null, end = null, shift, pause } = vehicles[vehicle] ?? {};
  if (day.visits.length === 0) return day.ends === day.leaves && day.travel === 0 ? [] : ['an empty day takes time'];
  const broken: string[] = [];
  const cost = (from: number | null, to: number | null) =>
    from === null || to === null ? 0 : (matrix.costs[from * matrix.size + to] ?? Number.NaN);
  let at = start;
  let ready = day.leaves;
  let travel = 0;
  let isPaused = day.pauseStart === null;
  const arriveBy = (place: number | null, time: number) => {
    const leg = cost(at, place);
    travel += leg;
    // The pause is either before or after the leg.
    const takesPause = !isPaused && pause !== undefined && (day.pauseStart ?? 0) + pause.duration <= time + 1e-9;
    if (takesPause) {
      isPaused = true;
      const pauseStart = day.pauseStart ?? Number.NaN;
      const isAfter = pauseStart >= ready + leg - 1e-9 && pauseStart + pause.duration <= time + 1e-9;
      const isBefore = pauseStart >= ready - 1e-9 && pauseStart + pause.duration + leg <= time + 1e-9;
      if (!isAfter && !isBefore) broken.push(`vehicle ${vehicle} has no time for its pause`);
    } else if (ready + leg > time + 1e-9) broken.push(`vehicle ${vehicle} is at ${place} too early`);
    at = place;
  };
  for (const { kind, index, start: time } of day.visits) {
    const stop = kind === 'stop' ? stops[index] : undefined;
    const site = kind === 'site' ? sites[index] : undefined;
    const window = stop?.window ?? site?.hours;
    arriveBy(stop?.place ?? site?.place ?? null, time);
    if (window && (time < window.earliest || time > window.latest)) broken.push(`${kind} ${index} outside its window`);
    ready = time + (stop?.service ?? site?.service ?? Number.NaN);
  }
  arriveBy(end, day.ends);
  if (travel !== day.travel) broken.push(`travel is ${travel}, not ${day.travel}`);
  if (shift && (day.leaves < shift.earliest || day.ends > shift.latest))
    broken.push(`vehicle ${vehicle} exceeds its shift`);
  if (pause && day.pauseStart !== null && (day.pauseStart < pause.earliest || day.pauseStart > pause.latest))
    broken.push(`vehicle ${vehicle} pauses outside the window`);
  if (pause && day.pauseStart === null && day.ends > pause.latest) broken.push(`vehicle ${vehicle} has no pause`);
  return broken;
}
