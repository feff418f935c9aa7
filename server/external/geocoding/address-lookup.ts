/** Where addresses are looked up while somebody types one. */
export interface AddressLookup {
  /** Up to five US addresses for the text, best first. Rejects with an AddressLookupError when none can be had. */
  suggest(text: string): Promise<string[]>;
}

/** The service refused, did not answer in time, or answered nonsense. The message may be logged: it holds no secret. */
export class AddressLookupError extends Error {
  override name = 'AddressLookupError';
}
