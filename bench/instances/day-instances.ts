import type { DayPlan, DayProblem } from '../../server/routing/solver/day-problem.ts';
import { planDay } from '../../server/routing/solver/plan-day.ts';
import { cpuTimeMs } from '../../server/routing/solver/search-limit.ts';
import { rounded } from '../statistics.ts';
import { checkWaste, isWasteInstance, parseWasteInstance, wasteProblem, wasteSolution } from '../waste.ts';
import { checkWindows, parseWindowsInstance, windowsProblem } from './solomon.ts';
import { UnreadableInstance } from './tsplib.ts';

/** A public instance for the day solver, with what its file says about a plan. */
export interface DayInstance {
  readonly name: string;
  readonly problem: DayProblem;
  /** The figures of a plan, computed from the file; `cost` is what the known best is compared with. */
  check(plan: DayPlan): { cost: number; figures: object };
  write(plan: DayPlan): string;
}

/** Reads the files of Solomon and of Kim, Kim and Sahoo; undefined for any other. Throws UnreadableInstance. */
export function readDayInstance(file: string, text: string): DayInstance | undefined {
  if (isWasteInstance(text)) return readWaste(file, text);
  return /^TYPE\s*:\s*CVRPTW/im.test(text) ? readWindows(text) : undefined;
}

function readWaste(file: string, text: string): DayInstance {
  const instance = parseWasteInstance(text);
  return {
    name: file.replace(/^.*\//, '').replace(/\.\w+$/, ''),
    problem: wasteProblem(instance),
    check: (plan) => {
      const { vehicles, miles, longestHours, meanHours } = checkWaste(instance, plan);
      const longestByMean = rounded(longestHours / meanHours, 3);
      return { cost: rounded(miles, 1), figures: { vehicles, longestHours: rounded(longestHours, 2), longestByMean } };
    },
    write: (plan) => wasteSolution(instance, plan),
  };
}

function readWindows(text: string): DayInstance {
  const instance = parseWindowsInstance(text);
  return {
    name: instance.name,
    problem: windowsProblem(instance),
    check: (plan) => {
      const { cost, routes } = checkWindows(instance, plan);
      return { cost, figures: { vehicles: routes.length } };
    },
    write: (plan) => {
      const { cost, routes } = checkWindows(instance, plan);
      return `${[...routes.map((route, at) => `Route #${at + 1}: ${route.join(' ')}`), `Cost ${cost}`].join('\n')}\n`;
    },
  };
}

/** Solves an instance. Reading it does not count. Throws UnreadableInstance if stops are left out. */
export function runDayInstance(
  { problem, check }: DayInstance,
  options: { budgetMs: number; seed: number; maxRounds?: number },
): { plan: DayPlan; cost: number; figures: object; cpuMs: number } {
  const startedMs = cpuTimeMs();
  const plan = planDay(problem, options);
  const cpuMs = rounded(cpuTimeMs() - startedMs, 0);
  if (plan.unassigned.length > 0) {
    throw new UnreadableInstance(
      `found no plan with every stop (left out: ${plan.unassigned.length}): try more --seconds`,
    );
  }
  return { plan, ...check(plan), cpuMs };
}
