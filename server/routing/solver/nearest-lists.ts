/**
 * Returns the `perCity` nearest neighbors of each of these cities, cheapest first, from index `city * perCity` on.
 * Insertion into a short list is much faster than sorting all cities.
 */
export function listNearest(
  size: number,
  cities: Int32Array,
  perCity: number,
  cost: (city: number, other: number) => number,
): Int32Array {
  const lists = new Int32Array(size * perCity);
  const least = new Float64Array(perCity);
  for (const city of cities) {
    least.fill(Number.POSITIVE_INFINITY);
    const near = lists.subarray(city * perCity, (city + 1) * perCity);
    for (let other = 0; other < size; other++) {
      const price = cost(city, other);
      if (other === city || price >= (least[perCity - 1] as number)) continue;
      let rank = perCity - 1;
      for (; rank > 0 && (least[rank - 1] as number) > price; rank--) {
        least[rank] = least[rank - 1] as number;
        near[rank] = near[rank - 1] as number;
      }
      least[rank] = price;
      near[rank] = other;
    }
  }
  return lists;
}
