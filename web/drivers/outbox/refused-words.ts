import type { StopPlace, StopWork } from './action.ts';

/** What a driver reads about an action that the server refused. `message` is the server's, where it said more. */
export function refusedSentence(place: StopPlace, work: StopWork, message: string | null): string {
  const what = whatWasNotDone(work);
  return message === null
    ? `${subject(place)} was taken off your route. ${what}`
    : `${where(place)}: ${endWithStop(message)} ${what}`;
}

function subject(place: StopPlace): string {
  const name = where(place);
  return name.includes(',') ? `${name},` : name;
}

/** "Stop 12, 742 S 10th St": the city is the same for all. */
function where({ number, address }: StopPlace): string {
  const street = address?.split(',')[0]?.trim();
  if (number !== null && street) return `Stop ${number}, ${street}`;
  if (street) return `The stop at ${street}`;
  return number === null ? 'A stop' : `Stop ${number}`;
}

function whatWasNotDone(work: StopWork): string {
  switch (work.kind) {
    case 'complete':
      return 'It was not completed.';
    case 'incomplete':
      return 'It was not marked incomplete.';
    case 'note':
      return 'Your note was not saved.';
    case 'photo':
      return 'Your photo was not saved.';
  }
}

function endWithStop(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
