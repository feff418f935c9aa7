/** localStorage keys of the visitor's choice before signing up, used by the screens after registration. */
export const serviceTypeKey = 'stoop.serviceType';
export const planKey = 'stoop.plan';

export type ServiceChoice = 'subscription' | 'one-time';
