/** ROUTE-23: fixed estimates, whatever the map says. */
const minutesPerStop = 20;
const milesPerStop = 2.5;

/** "12 stops, about 240 minutes and 30 miles." */
export function routeInfoText(stopCount: number): string {
  const stops = stopCount === 1 ? '1 stop' : `${stopCount} stops`;
  return `${stops}, about ${stopCount * minutesPerStop} minutes and ${stopCount * milesPerStop} miles.`;
}
