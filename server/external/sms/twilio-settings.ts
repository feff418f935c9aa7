/** A Twilio account. */
export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** A phone number (E.164), a short code, or the SID of a messaging service. */
  readonly from: string;
  /** A stand-in for Twilio; undefined for Twilio itself. */
  readonly apiUrl: URL | undefined;
}
