/**
 * Colors of the day's routes, far apart from each other and readable below white text. More routes than colors repeat them; the
 * numbers and the legend tell them apart.
 */
export const routeColors = [
  '#1258a1',
  '#b8400b',
  '#17713a',
  '#8a2fa8',
  '#007a6c',
  '#c2185b',
  '#7a4f1f',
  '#3d4855',
  '#4f6a00',
  '#5a4ee0',
] as const;

/** The color of the n-th driver (from 0) in the order of the legend. */
export function routeColor(index: number): string {
  return routeColors[index % routeColors.length] ?? routeColors[0];
}
