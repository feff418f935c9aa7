/** localStorage keys of the visitor's choice before signing up, used by the screens after registration. */
export const serviceTypeKey = 'stoop.serviceType';
export const planKey = 'stoop.plan';
/** The ZIP code that the visitor checked. */
export const zipKey = 'stoop.zip';

export type ServiceChoice = 'subscription' | 'one-time';
