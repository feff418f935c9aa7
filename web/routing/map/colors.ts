const count = 10;

/**
 * The color of the n-th driver (from 0) in the order of the legend, as a variable of day-map.css. More routes than colors repeat
 * them; the numbers and the legend tell them apart.
 */
export function routeColor(index: number): string {
  return `var(--route-${(index % count) + 1})`;
}
