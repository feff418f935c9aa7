/** Where addresses are looked up while somebody types one. */
export interface AddressLookup {
  /** Up to five US addresses for the text, best first. Rejects when the service refuses or does not answer in time. */
  suggest(text: string): Promise<string[]>;
}
