/** What was mended, and what could not be looked at or mended: a line each, for a person. */
export interface Outcome {
  readonly mended: string[];
  readonly failed: string[];
}

/** What went wrong, in one line. */
export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
