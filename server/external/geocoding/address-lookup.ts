/** A service that suggests addresses while someone types. */
export interface AddressLookup {
  /** Suggests up to five US addresses, best first. Rejects with an AddressLookupError when the service fails. */
  suggest(text: string): Promise<string[]>;
}

/** The service refused, timed out or returned an invalid response. The message holds no secret and may be logged. */
export class AddressLookupError extends Error {
  override name = 'AddressLookupError';
}
