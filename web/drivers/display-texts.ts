/** Fixed texts, the same for every driver (DRIVER-19, DRIVER-20). The driver's real figures are shown next to them. */
export const driverDisplay = {
  rating: '4.9',
  onTimeRate: '96%',
  reviews: '24 reviews',
  completedPickups: '156',
  phone: '(215) 555-0100',
  startDate: 'January 2, 2024',
  vehicle: 'Pickup truck',
} as const;
