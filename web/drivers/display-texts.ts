/**
 * Texts that are fixed for every driver (DRIVER-19), and the placeholders of the profile (DRIVER-20). They are no
 * figures of this driver: what is counted stands beside them.
 */
export const driverDisplay = {
  rating: '4.9',
  onTimeRate: '96%',
  reviews: '24 reviews',
  completedPickups: '156',
  phone: '(215) 555-0100',
  startDate: 'January 2, 2024',
  vehicle: 'Pickup truck',
} as const;
