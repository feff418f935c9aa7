import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

/** The report that `stryker.config.json` asks for: https://stryker-mutator.io, schema of mutation testing reports. */
interface Report {
  files: Record<string, { source: string; mutants: RuleMutant[] }>;
}

interface RuleMutant {
  mutatorName: string;
  replacement?: string;
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError' | 'CompileError';
  location: { start: { line: number; column: number }; end: { line: number; column: number } };
}

/** The pure rules about payments and permissions. Their unit tests must notice every change. */
const ruleFiles = ['server/{accounts,booking,payments,pickups,subscriptions}/**/*rules.ts', 'contract/values/**/*.ts'];

/** Lets Stryker change each rule whose path begins with `only`, and runs the unit tests of the rules. */
export function changeRules(only: string): Mutant[] {
  const files = globSync(ruleFiles).filter((file) => file.startsWith(only) && !file.endsWith('.test.ts'));
  if (files.length === 0) return [];
  const home = import.meta.dirname;
  if (!existsSync(join(home, 'node_modules'))) execFileSync('npm', ['ci', '--prefix', home], { stdio: 'inherit' });
  const stryker = join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const options = ['run', join(home, 'stryker.config.json'), '--mutate', files.sort().join(',')];
  execFileSync(process.execPath, [stryker, ...options], { stdio: 'inherit' });
  const report = JSON.parse(readFileSync(join(home, 'node_modules/.report.json'), 'utf8')) as Report;
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status !== 'Ignored' && status !== 'CompileError')
      .map((mutant) => describe(file, source.split('\n'), mutant)),
  );
}

function describe(file: string, lines: readonly string[], { location, replacement, status }: RuleMutant): Mutant {
  const { start, end } = location;
  const [first = '', last = ''] = [lines[start.line - 1], lines[end.line - 1]];
  const text =
    start.line === end.line
      ? first.slice(start.column - 1, end.column - 1)
      : `${first.slice(start.column - 1)} … ${last.slice(0, end.column - 1)}`;
  const isKilled = status === 'Killed' || status === 'Timeout' || status === 'RuntimeError';
  return { key: `${file}: ${text.trim()} → ${replacement?.replace(/\s+/g, ' ')}`, line: start.line, isKilled };
}
