import type { Settings } from '../settings/settings.ts';

/** The content of an email, as plain text. The HTML version escapes it. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly greeting: string;
  /** Paragraphs before the button, if there is one. Inboxes show the first one beside the subject. */
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Paragraphs after the button. */
  readonly notes?: readonly string[];
  /** A link at the end. */
  readonly link?: { readonly label: string; readonly url: string };
  /**
   * The URL that stops emails of this kind. It is a link at the end, and a header from which mail programs make their
   * own button.
   */
  readonly unsubscribeUrl?: string;
}

/** The sender's name and contact details. */
export type Letterhead = Pick<Settings, 'brandName' | 'supportPhone' | 'supportEmail'>;

/** The label of the link at the end of an email that its recipient may stop. */
export const unsubscribeLabel = 'Stop these emails';
