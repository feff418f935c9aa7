/** One text message to one phone. */
export interface Text {
  /** E.164, such as +12155550142. */
  readonly to: string;
  readonly body: string;
  /** The URL where the provider reports the delivery; null when it can't reach us. */
  readonly statusUrl: string | null;
}

/** Sends text messages (twilio-sms.ts). */
export interface TextSender {
  /**
   * Resolves with the provider's id once it has accepted the text. Throws a TextRefusedError when the number can't
   * receive texts, and another error when a later attempt may succeed. If the response was lost, the text may have been
   * accepted.
   */
  send(text: Text): Promise<{ providerId: string }>;
}

/** Thrown when the provider won't send to this number, now or later. */
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
 * Codes for numbers that can't receive texts, in responses and in status callbacks: stopped, not a phone number, not a
 * mobile phone, a landline or an unreachable carrier.
 */
const refusedCodes = new Set([stoppedCode, 21211, 21614, 30006]);

export const isRefusedCode = (code: number): boolean => refusedCodes.has(code);
