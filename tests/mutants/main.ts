import { parseArgs } from 'node:util';
import { changeRules } from './change-rules.ts';
import { survivors } from './survivors.ts';
import { takeOutConditions } from './take-out-conditions.ts';

/**
 * Plants faults one at a time. Fails when the tests don't notice a fault that `survivors.ts` doesn't name. `npm run
 * mutants -- --only server/pickups` plants faults only in files whose path begins with that. With `--near`, a condition
 * is tried only with its feature's tests, which is quicker and may report too many faults.
 */
const { only, near } = parseArgs({
  options: { only: { type: 'string', default: '' }, near: { type: 'boolean', default: false } },
}).values;
const mutants = [...changeRules(only), ...(await takeOutConditions({ only, near }))];
const unnoticed = mutants.filter((one) => !one.isKilled);
const unexpected = unnoticed.filter(({ key }) => !survivors.has(key));
const outdated = [...survivors.keys()].filter(
  (known) => known.startsWith(only) && !unnoticed.some(({ key }) => key === known),
);

for (const { key, line } of unexpected) console.log(`No test notices this fault (line ${line}):\n  ${key}`);
for (const key of outdated) {
  const state = mutants.some((one) => one.key === key) ? 'a test notices now' : "doesn't exist anymore";
  console.log(`survivors.ts names a fault that ${state}:\n  ${key}`);
}
const expected = unnoticed.length - unexpected.length;
console.log(`${mutants.length} faults: ${mutants.length - unnoticed.length} noticed, ${expected} known survivors`);
// Vitest sets 1 when a test fails, but here that means that a fault was noticed.
process.exitCode = unexpected.length + outdated.length > 0 ? 1 : 0;
