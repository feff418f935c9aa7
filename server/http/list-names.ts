import { Refusal } from '../refusal.ts';

/**
 * The names of a list's filter, with commas between them, as a query says it; nothing and `all` mean every one. Throws 400
 * for a name that does not exist; `what` is how it is called: 'status'.
 */
export function readNames<Name extends string>(text: string | undefined, known: readonly Name[], what: string): Name[] {
  if (!text || text === 'all') return [];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name as Name));
  if (unknown !== undefined) throw new Refusal(400, `There is no ${what} '${unknown.slice(0, 30)}'.`);
  return [...new Set(names as Name[])];
}
