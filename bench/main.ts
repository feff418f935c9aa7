import { parseArgs } from 'node:util';
import type { RouteBench } from './route.ts';

/** `npm run bench -- http | scale | web | inp | optimize | sign-ins | reports | live | turns | route`: measures the figures in docs/ on this machine. */

const usage =
  'usage: npm run bench -- http [--rounds N] [--seconds S] | scale [--rows N] [--requests N] [--only TEXT] | web [--runs N] | inp [--listed N] [--screen PATH] | optimize [--stops N] [--drivers N] [--areas N] | sign-ins [--strangers N] [--rounds N] | reports [--rows N] [--rounds N] | live [--pages N] [--rounds N] | turns [--pending N] [--rounds N] | route FILE [--seconds S] [--seed N] [--rounds N] [--tour OUT]';

const numbers = {
  rounds: '5',
  seconds: '3',
  rows: '1000000',
  requests: '100',
  runs: '5',
  listed: '300',
  stops: '600',
  drivers: '12',
  areas: '10000',
  strangers: '250',
  pages: '500',
  pending: '3000',
} as const;

const benches: Record<string, { options: (keyof typeof numbers)[]; run(read: Reader): Promise<void> }> = {
  http: {
    options: ['rounds', 'seconds'],
    run: async (read) =>
      await (await import('./http.ts')).benchHttp({ rounds: read('rounds'), seconds: read('seconds') }),
  },
  web: {
    options: ['runs'],
    run: async (read) => {
      const { benchWeb, MissingLighthouse } = await import('./browser/web.ts');
      try {
        await benchWeb({ runs: read('runs') });
      } catch (error) {
        if (!(error instanceof MissingLighthouse)) throw error;
        fail(error.message);
      }
    },
  },
  optimize: {
    options: ['stops', 'drivers', 'areas'],
    run: async (read) => {
      const { benchOptimize } = await import('./optimize.ts');
      await benchOptimize({ stops: read('stops'), drivers: read('drivers'), areas: read('areas') });
    },
  },
  live: {
    options: ['pages', 'rounds'],
    run: async (read) => await (await import('./live.ts')).benchLive({ pages: read('pages'), rounds: read('rounds') }),
  },
  turns: {
    options: ['pending', 'rounds'],
    run: async (read) =>
      await (await import('./turns/turns.ts')).benchTurns({ pending: read('pending'), rounds: read('rounds') }),
  },
  'sign-ins': {
    options: ['strangers', 'rounds'],
    run: async (read) => {
      const { benchSignIns } = await import('./sign-ins.ts');
      await benchSignIns({ strangers: read('strangers'), rounds: read('rounds') });
    },
  },
  reports: {
    options: ['rows', 'rounds'],
    run: async (read) =>
      await (await import('./reports.ts')).benchReports({ rows: read('rows'), rounds: read('rounds') }),
  },
};

type Reader = (name: keyof typeof numbers) => number;

async function main([name = '', ...rest]: readonly string[]): Promise<void> {
  if (name === 'route') return await runRoute(rest);
  if (name === 'inp') return await runInp(rest);
  if (name === 'scale') return await runScale(rest);
  const bench = benches[name];
  const read = bench && readNumbers(bench.options, rest);
  if (!bench || !read) return fail(usage);
  await bench.run(read);
}

/** Measures every screen, or only the one that `--screen` names by its path. */
async function runInp(args: readonly string[]): Promise<void> {
  const { text: path, others } = takeText(args, '--screen');
  const read = readNumbers(['listed'], others);
  if (!read || path === '') return fail(usage);
  await (await import('./browser/inp.ts')).benchInp({ rows: read('listed'), path });
}

/** Measures every list, or only those whose name contains the text of `--only`. */
async function runScale(args: readonly string[]): Promise<void> {
  const { text: only = '', others } = takeText(args, '--only');
  const read = readNumbers(['rows', 'requests'], others);
  if (!read) return fail(usage);
  await (await import('./scale.ts')).benchScale({ rows: read('rows'), requests: read('requests'), only });
}

/** Separates a text option from the other arguments. The text is undefined without the option. */
function takeText(args: readonly string[], option: string): { text: string | undefined; others: readonly string[] } {
  const at = args.indexOf(option);
  return at < 0 ? { text: undefined, others: args } : { text: args[at + 1] ?? '', others: args.toSpliced(at, 2) };
}

/** Runs the only bench that reads a file and accepts fractions of a second. */
async function runRoute(args: readonly string[]): Promise<void> {
  const bench = readRouteArguments(args);
  if (!bench) return fail(usage);
  const [{ benchRoute }, { UnreadableInstance }] = await Promise.all([
    import('./route.ts'),
    import('./instances/tsplib.ts'),
  ]);
  try {
    await benchRoute(bench);
  } catch (error) {
    if (!(error instanceof UnreadableInstance)) throw error;
    fail(error.message);
  }
}

function readRouteArguments(args: readonly string[]): RouteBench | undefined {
  const options = {
    seconds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string' },
    tour: { type: 'string' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file, ...others] = positionals;
    const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
    const maxRounds = values.rounds === undefined ? undefined : Number(values.rounds);
    const isValid = file && others.length === 0 && seconds > 0 && seconds <= 86_400 && Number.isInteger(seed);
    const areRoundsValid = maxRounds === undefined || (Number.isInteger(maxRounds) && maxRounds > 0);
    return isValid && areRoundsValid ? { file, seconds, seed, maxRounds, tour: values.tour } : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a bench's options; returns undefined if any is unknown or not a positive integer. */
function readNumbers(names: readonly (keyof typeof numbers)[], args: readonly string[]): Reader | undefined {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string', default: numbers[name] }] as const));
  try {
    const { values } = parseArgs({ args: [...args], options });
    const isNumber = (value: unknown) => typeof value === 'string' && /^[1-9]\d{0,7}$/.test(value);
    return Object.values(values).every(isNumber) ? (name) => Number(values[name]) : undefined;
  } catch {
    return undefined;
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

await main(process.argv.slice(2));
