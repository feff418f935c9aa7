import { At, Bag } from '../ui/street/street-parts.tsx';

/** Positions of the bags in the pile, back to front. */
const places: readonly [x: number, scale: number][] = [
  [17, 0.92],
  [50, 0.84],
  [33, 1.05],
  [68, 0.98],
  [88, 0.72],
];

/** A pile of one to five bags that illustrates a bag tier; 104 × 46. */
export function BagPile({ size, className }: { size: number; className?: string }) {
  return (
    <svg viewBox="0 0 104 46" className={className} aria-hidden="true">
      {places.slice(0, size).map(([x, scale]) => (
        <At key={x} x={x} y={45} scale={scale}>
          <Bag />
        </At>
      ))}
    </svg>
  );
}
