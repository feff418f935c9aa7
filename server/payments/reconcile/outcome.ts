/** The results of a reconciliation: repairs and failed checks, one readable line each. */
export interface Outcome {
  readonly repaired: string[];
  readonly failed: string[];
}

export function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
