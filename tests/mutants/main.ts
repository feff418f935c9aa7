import { parseArgs } from 'node:util';
import { changeRules } from './change-rules.ts';
import { survivors } from './survivors.ts';
import { takeOutConditions } from './take-out-conditions.ts';

/**
 * Plants faults one at a time and fails when the tests don't notice one that `survivors.ts` doesn't name.
 * `npm run mutants -- --only server/pickups` plants only those in files whose path begins so; with `--near` a condition is tried
 * with its feature's tests alone, which is quicker and may report too many.
 */
const { only, near } = parseArgs({
  options: { only: { type: 'string', default: '' }, near: { type: 'boolean', default: false } },
}).values;
const mutants = [...changeRules(only), ...(await takeOutConditions({ only, near }))];
const noticed = new Set(mutants.filter((one) => one.isKilled).map((one) => one.key));
const unnoticed = mutants.filter((one) => !one.isKilled);
const known = Object.keys(survivors).filter((key) => key.startsWith(only));

for (const { key, line } of unnoticed) {
  if (!survivors[key]) console.log(`No test notices this fault (line ${line}):\n  ${key}`);
}
const outdated = known.filter((key) => !unnoticed.some((one) => one.key === key));
for (const key of outdated) {
  console.log(
    `survivors.ts names a fault that ${noticed.has(key) ? 'a test notices now' : "doesn't exist any more"}:\n  ${key}`,
  );
}
const surprises = unnoticed.filter(({ key }) => !survivors[key]).length;
console.log(
  `${mutants.length} faults: ${mutants.length - unnoticed.length} noticed, ${unnoticed.length - surprises} expected to survive, ${surprises} unexpected survivors`,
);
if (surprises + outdated.length > 0) process.exitCode = 1;
