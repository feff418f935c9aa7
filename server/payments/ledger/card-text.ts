import type { ProviderPayment } from '../../external/payments/payment-provider.ts';

/** "Visa ending in 4242", as receipts say it; null where the provider does not tell. */
export function cardText(card: ProviderPayment['card']): string | null {
  if (!card) return null;
  const brand = card.brand.replaceAll('_', ' ');
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${card.last4}`;
}
