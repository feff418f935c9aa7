import type { DayProblem, TimeWindow } from './day-problem.ts';
import type { SolveOptions } from './problem.ts';
import { check, isBelow, validateProblem } from './validate-problem.ts';

/** Throws a RangeError that names the first mistake. `planDay` can handle every problem that passes. */
export function validateDay(problem: DayProblem, options: SolveOptions): void {
  validateProblem(problem, options);
  const { matrix, vehicles, stops, sites = [] } = problem;
  vehicles.forEach(({ shift, pause, dayLoad, maxStops, loadAtStart }, index) => {
    const name = `vehicle ${index}`;
    checkWindow(shift, `the shift of ${name}`);
    checkWindow(pause, `the pause of ${name}`);
    checkAmount(pause?.duration, `the duration of the pause of ${name}`);
    checkAmount(dayLoad, `the load of the day of ${name}`);
    checkAmount(maxStops, `the number of stops of ${name}`);
    checkAmount(loadAtStart, `the load at the start of ${name}`);
  });
  sites.forEach(({ place, service, hours }, index) => {
    check(isBelow(place, matrix.size), `the place of site ${index} is not a place of the matrix: ${place}`);
    checkAmount(service, `the service of site ${index}`);
    checkWindow(hours, `the hours of site ${index}`);
  });
  stops.forEach(({ window, soft, priority, current }, index) => {
    const name = `stop ${index}`;
    checkWindow(window, `the window of ${name}`);
    checkWindow(soft, `the soft window of ${name}`);
    checkAmount(soft?.perUnit, `the cost of missing the soft window of ${name}`);
    checkAmount(soft?.fixed, `the cost of missing the soft window of ${name}`);
    checkAmount(priority, `the priority of ${name}`);
    checkAmount(current?.changeCost, `the cost of changing the vehicle of ${name}`);
    check(!current || isBelow(current.vehicle, vehicles.length), `the current vehicle of ${name} is unknown`);
  });
}

function checkWindow(window: TimeWindow | undefined, name: string): void {
  if (window) check(window.earliest <= window.latest, `${name} ends before it begins`);
}

function checkAmount(value: number | undefined, name: string): void {
  check(value === undefined || (Number.isFinite(value) && value >= 0), `${name} is not a number from 0 up`);
}
