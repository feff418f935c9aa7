import type { FactorAction } from '../../../../contract/audit.ts';
import type { MailKind } from '../kind.ts';

const words: Record<FactorAction, { subject: string; what: string }> = {
  factor_enabled: {
    subject: 'Two-factor sign-in is on',
    what: 'Two-factor sign-in was turned on for your account. Signing in now takes your password and a code from your authenticator app. Your other devices were signed out.',
  },
  factor_disabled: {
    subject: 'Two-factor sign-in is off',
    what: 'Two-factor sign-in was turned off for your account. You can now sign in with just your password. Your other devices were signed out.',
  },
  factor_reset: {
    subject: 'Two-factor sign-in was reset',
    what: 'An admin or the operator reset two-factor sign-in for your account and signed you out everywhere. You can sign in with just your password until you set it up again.',
  },
  codes_replaced: {
    subject: 'New recovery codes',
    what: 'New recovery codes were made for your account. The old ones no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    what: 'A recovery code was used in place of a code from your authenticator app.',
  },
};

/** Tells a person of a change to their second factor, or that a recovery code was used. Contains no code or link. */
export const factorChanged: MailKind = {
  subject: 'account',
  isNotice: true,
  isTriedAnyway: true,
  write: async ({ settings }, { details: { change, codesLeft } }, { username }) => {
    const { subject, what } = words[change as FactorAction];
    return {
      subject: `${subject} for your ${settings.brandName} account`,
      greeting: `Hi ${username},`,
      paragraphs: [what, ...(codesLeft ? [codesLeftText(Number(codesLeft))] : [])],
      notes: [`If this wasn't you, set a new password now and call ${settings.supportPhone}.`],
    };
  },
};

function codesLeftText(left: number): string {
  if (left === 0) return 'It was your last one. Make new codes in Settings.';
  return left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`;
}
