import { parseArgs } from 'node:util';

/** `npm run bench -- http | scale | web`: the figures of docs/, measured on this machine. */

const usage =
  'usage: npm run bench -- http [--rounds N] [--seconds S] | scale [--rows N] [--requests N] | web [--runs N]';

const numbers = { rounds: '5', seconds: '3', rows: '1000000', requests: '100', runs: '5' } as const;

const benches: Record<string, { options: (keyof typeof numbers)[]; run(read: Reader): Promise<void> }> = {
  http: {
    options: ['rounds', 'seconds'],
    run: async (read) =>
      await (await import('./http.ts')).benchHttp({ rounds: read('rounds'), seconds: read('seconds') }),
  },
  scale: {
    options: ['rows', 'requests'],
    run: async (read) =>
      await (await import('./scale.ts')).benchScale({ rows: read('rows'), requests: read('requests') }),
  },
  web: {
    options: ['runs'],
    run: async (read) => await (await import('./web.ts')).benchWeb({ runs: read('runs') }),
  },
};

type Reader = (name: keyof typeof numbers) => number;

async function main([name = '', ...rest]: readonly string[]): Promise<void> {
  if (name === 'route') return giveUp('The route bench is not there yet: it comes with the route solver.');
  const bench = benches[name];
  const read = bench && readNumbers(bench.options, rest);
  if (!bench || !read) return giveUp(usage);
  await bench.run(read);
}

/** The bench's own options; undefined when something else was written. */
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

function giveUp(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

await main(process.argv.slice(2));
