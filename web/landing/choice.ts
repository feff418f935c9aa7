/** What a visitor chose before having an account, kept in localStorage for the screens behind the registration. */
export const serviceTypeKey = 'stoop.serviceType';
export const planKey = 'stoop.plan';

export type ServiceChoice = 'subscription' | 'one-time';
