/** One text message to one phone. */
export interface Text {
  /** E.164, such as +12155550142. */
  readonly to: string;
  readonly body: string;
  /** Where the provider reports what became of it; null where it can't reach us. */
  readonly statusUrl: string | null;
}

/** Sends text messages (twilio-sms.ts). */
export interface TextSender {
  /**
   * Resolves with the provider's id when it took the text. Throws a TextRefusedError when the number gets no texts, and another
   * error when it may be tried again. A text may have been taken although the response was lost.
   */
  send(text: Text): Promise<{ providerId: string }>;
}

/** The provider sends nothing to this number, now or later. */
export class TextRefusedError extends Error {
  override name = 'TextRefusedError';
  readonly code: number;
  constructor(code: number) {
    super(`the number gets no texts (${code})`);
    this.code = code;
  }
}

/** The recipient has replied STOP. */
export const stoppedCode = 21610;

/**
 * Codes of numbers that get no texts, in responses and in status callbacks: stopped, not a phone number, not a mobile phone, a
 * landline or an unreachable carrier.
 */
const refusedCodes = new Set([stoppedCode, 21211, 21614, 30006]);

export const isRefusedCode = (code: number): boolean => refusedCodes.has(code);
