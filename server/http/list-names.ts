import { Refusal } from '../refusal.ts';

/**
 * Parses a list filter: names separated by commas. Nothing or `all` means no filter and returns []. Throws 400 for an
 * unknown name; `what` is its label in the message, such as 'status'.
 */
export function readNames<Name extends string>(text: string | undefined, known: readonly Name[], what: string): Name[] {
  if (!text || text === 'all') return [];
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name as Name));
  if (unknown !== undefined) throw new Refusal(400, `There is no ${what} '${unknown.slice(0, 30)}'.`);
  return [...new Set(names as Name[])];
}
