import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { streetOf } from '../route-words.ts';

/** What a screen reader says while somebody changes the order of a route. */

interface NamedStop {
  readonly id: string;
  readonly address: string;
}

export const howToDrag =
  'Press space to pick the stop up. Then move it with the up and down arrow keys, press space to put it down, or escape to leave it where it was.';

/** The words of a drag through these stops. */
export function dragWords(stops: readonly NamedStop[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => streetOf(stops.find((stop) => stop.id === id)?.address ?? 'The stop');
  const placeOf = (id: UniqueIdentifier) => `place ${stops.findIndex((stop) => stop.id === id) + 1} of ${stops.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} picked up, ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)}, ${placeOf(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      !over || over.id === active.id
        ? `${nameOf(active.id)} put down where it was.`
        : `${nameOf(active.id)} put down at ${placeOf(over.id)} and pinned there.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} left where it was.`,
  };
}

/** A move by button; `place` counts from 1. */
export function movedWords({ address }: NamedStop, place: number, count: number): string {
  return `${streetOf(address)} moved to place ${place} of ${count} and pinned there.`;
}

export function pinnedWords({ address }: NamedStop, isPinned: boolean): string {
  return isPinned ? `${streetOf(address)} pinned to its place.` : `${streetOf(address)} is free to move again.`;
}
