/** Where another card for the plan is saved; mails lead there too. */
export const cardUpdateLink = { to: '/billing', search: { card: 'update' }, resetScroll: false } as const;
