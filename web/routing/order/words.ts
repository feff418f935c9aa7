import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { streetOf } from '../route-words.ts';

interface NamedStop {
  readonly id: string;
  readonly address: string;
}

export const howToDrag =
  'Press space to pick the stop up. Then move it with the up and down arrow keys, press space to drop it, or escape to cancel.';

export function dragTexts(stops: readonly NamedStop[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => streetOf(stops.find((stop) => stop.id === id)?.address ?? 'The stop');
  const placeOf = (id: UniqueIdentifier) => `place ${stops.findIndex((stop) => stop.id === id) + 1} of ${stops.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} picked up, ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)}, ${placeOf(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      !over || over.id === active.id
        ? `${nameOf(active.id)} put back where it was.`
        : `${nameOf(active.id)} dropped at ${placeOf(over.id)} and pinned there.`,
    onDragCancel: ({ active }) => `Move cancelled. ${nameOf(active.id)} is back where it was.`,
  };
}

/** Returns the announcement of a move by button. `place` counts from 1. */
export function movedText({ address }: NamedStop, place: number, count: number): string {
  return `${streetOf(address)} moved to place ${place} of ${count} and pinned there.`;
}

export function pinnedText({ address }: NamedStop, isPinned: boolean): string {
  return isPinned ? `${streetOf(address)} pinned to its place.` : `${streetOf(address)} is free to move again.`;
}
