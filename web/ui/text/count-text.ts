/** The server stops counting at this number and reports one more. */
const countedUpTo = 10_000;

/** Returns "1,234", or "10,000+" for a count that the server cut off. */
export function countTextOf(count: number): string {
  return count > countedUpTo ? `${countedUpTo.toLocaleString('en-US')}+` : count.toLocaleString('en-US');
}

/** Returns "1 pickup" or "10,000+ pickups". `total` is a count text. */
export function countedText(total: string, noun: string): string {
  return `${total} ${total === '1' ? noun : `${noun}s`}`;
}

/** Returns "8 subscribers" for a whole list, else "Showing 50 of 1,240 subscribers". `total` is a count text. */
export function shownText(shown: number, total: string, noun: string): string {
  const shownCount = shown.toLocaleString('en-US');
  return shownCount === total ? countedText(total, noun) : `Showing ${shownCount} of ${countedText(total, noun)}`;
}
