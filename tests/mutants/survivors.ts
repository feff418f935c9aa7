/**
 * Faults that no test notices, and why none has to. `npm run mutants` fails when one of them is noticed or gone, so that the list
 * stays true.
 */
export const survivors: Readonly<Record<string, string>> = {};
