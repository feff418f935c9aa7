/** How long a large day takes on an otherwise idle machine. */
const usualSeconds = 15;

/** Returns the text shown while routes are being planned. After `usualSeconds` it adds that nobody has to wait. */
export function progressText(type: string | undefined, seconds: number): string {
  const work = `Assigning the ${type} stops to drivers and ordering each route.`;
  if (seconds < usualSeconds) return `${work} This takes a few seconds.`;
  return `${work} This takes longer than usual. You can leave this page: the routes are saved as soon as they are found.`;
}
