import type { MailMessageKind } from '../../../../contract/messages/messages.ts';
import type { MailKind } from '../kind.ts';
import { areaOpen } from './area-open.ts';
import { emailChanged } from './email-changed.ts';
import { emailRestored } from './email-restored.ts';
import { factorChanged } from './factor-changed.ts';
import { firstPassword } from './first-password.ts';
import { invitation } from './invitation.ts';
import { lateRefund } from './late-refund.ts';
import { missedReport } from './missed-report.ts';
import { newPrice } from './new-price.ts';
import { passwordChanged } from './password-changed.ts';
import { passwordReset } from './password-reset.ts';
import { pastDue } from './past-due.ts';
import { paymentLink } from './payment-link.ts';
import { receipt } from './receipt.ts';
import { unusedRefund } from './unused-refund.ts';
import { verification } from './verification.ts';

/** Every kind of message that is always emailed and never sent by another channel. */
export const mailKinds: Readonly<Record<MailMessageKind, MailKind>> = {
  ...{ receipt, invitation, verification },
  'area-open': areaOpen,
  'payment-link': paymentLink,
  'past-due': pastDue,
  'new-price': newPrice,
  'unused-refund': unusedRefund,
  'late-refund': lateRefund,
  'missed-report': missedReport,
  'first-password': firstPassword,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'email-changed': emailChanged,
  'email-restored': emailRestored,
  'factor-changed': factorChanged,
};
