/** The server stops counting at this number and returns one more to mean "more". */
const countedUpTo = 10_000;

/** "1,234", or "10,000+" when the server stopped counting. */
export function countTextOf(count: number): string {
  return count > countedUpTo ? `${countedUpTo.toLocaleString('en-US')}+` : count.toLocaleString('en-US');
}
