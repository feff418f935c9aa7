/** What was repaired, and what could not be checked or repaired: one line each, for a person. */
export interface Outcome {
  readonly repaired: string[];
  readonly failed: string[];
}

export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
