const count = 10;

/**
 * Returns the color of the n-th driver (from 0) in the order of the legend, as a variable of day-map.css. With more
 * routes than colors the colors repeat; the numbers and the legend tell the routes apart.
 */
export function routeColor(index: number): string {
  return `var(--route-${(index % count) + 1})`;
}
