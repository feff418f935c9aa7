/** Returns a card's description for receipts and screens: "Visa ending in 4242". */
export function cardText({ brand, last4 }: { readonly brand: string; readonly last4: string }): string {
  const words = brand.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join(' ')} ending in ${last4}`;
}
