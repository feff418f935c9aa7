/** How long a large day takes on a machine that has nothing else to do. */
const usualSeconds = 15;

/** What happens while routes are being planned; after a while also that nobody has to wait for it. */
export function progressText(type: string | undefined, seconds: number): string {
  const work = `Assigning the ${type} stops to drivers and ordering each route.`;
  if (seconds < usualSeconds) return `${work} This takes a few seconds.`;
  return `${work} This takes longer than usual. You can leave this page: the routes are saved as soon as they are found.`;
}
