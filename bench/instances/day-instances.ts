import type { DayPlan, DayProblem } from '../../server/routing/solver/day-problem.ts';
import { planDay } from '../../server/routing/solver/plan-day.ts';
import { cpuTimeMs } from '../../server/routing/solver/search-limit.ts';
import { rounded } from '../statistics.ts';
import { checkWaste, isWasteInstance, parseWasteInstance, wasteProblem, wasteSolution } from '../waste.ts';
import { checkWindows, parseWindowsInstance, windowsProblem } from './solomon.ts';
import { UnreadableInstance } from './tsplib.ts';

/** A public benchmark instance for the day solver, with functions that check a route plan and write it to a file. */
export interface DayInstance {
  readonly name: string;
  readonly problem: DayProblem;
  /** Returns a route plan's figures, computed from the file. `cost` is comparable with the best known cost. */
  check(plan: DayPlan): { cost: number; figures: object };
  write(plan: DayPlan): string;
}

/**
 * Reads instances of Solomon and of Kim, Kim and Sahoo; returns undefined for other formats. Throws UnreadableInstance.
 */
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

/** Solves an instance and measures the CPU time (ms). Throws UnreadableInstance if stops are left out. */
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
