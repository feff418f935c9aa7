/** A service that suggests addresses while someone types. */
export interface AddressLookup {
  /** Suggests up to five US addresses, best first. Rejects with an AddressLookupError when the service fails. */
  suggest(text: string): Promise<string[]>;
}

/** Thrown when the service refuses, times out or returns an invalid response. The message contains no secret. */
export class AddressLookupError extends Error {
  override name = 'AddressLookupError';
}
