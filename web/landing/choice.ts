/** localStorage keys of the choice that a visitor makes before signing up. The screens after registration use it. */
export const serviceTypeKey = 'stoop.serviceType';
export const planKey = 'stoop.plan';
/** The localStorage key of the ZIP code that the visitor checked. */
export const zipKey = 'stoop.zip';

export type ServiceChoice = 'subscription' | 'one-time';
