import { type IncompleteReason, incompleteReasonLabels } from '../../contract/drivers.ts';

/** Why a pickup could not be done, in words: the label of a known reason, the text itself of any other. */
export function incompleteReasonText(reason: string | null | undefined): string {
  if (!reason) return 'No reason given';
  return incompleteReasonLabels[reason as IncompleteReason] ?? reason;
}
