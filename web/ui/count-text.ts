/** The server stops counting at ten thousand and answers one more for 'more'. */
const countedUpTo = 10_000;

/** "1,234", and "10,000+" for what was not counted to its end. */
export function countTextOf(count: number): string {
  return count > countedUpTo ? `${countedUpTo.toLocaleString('en-US')}+` : count.toLocaleString('en-US');
}
