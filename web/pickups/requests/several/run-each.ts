import { messageOf } from '../../../api/api-error.ts';

/** The outcome of one item of a bulk action. `problem` is why it failed; null if it succeeded. */
export interface Outcome<Item> {
  readonly item: Item;
  readonly problem: string | null;
}

/**
 * Sends the calls one after another, so that each item succeeds or fails separately and every failure has its reason.
 * `onProgress` receives the number of items that are done.
 */
export async function runEach<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<Outcome<Item>[]> {
  const outcomes: Outcome<Item>[] = [];
  for (const item of items) {
    outcomes.push({ item, problem: await problemOf(() => send(item)) });
    onProgress(outcomes.length);
  }
  return outcomes;
}

async function problemOf(attempt: () => Promise<unknown>): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    return messageOf(error, "We couldn't change it. Please try again.");
  }
}
