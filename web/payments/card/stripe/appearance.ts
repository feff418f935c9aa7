import type { Appearance } from '@stripe/stripe-js';

/** Our colours, corners and field heights for the fields in Stripe's frames, which no stylesheet of ours reaches. */
export function stripeAppearance(): Appearance {
  const tokens = getComputedStyle(document.documentElement);
  const color = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim();
  return {
    theme: 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: color('azure'),
      colorBackground: color('paper'),
      colorText: color('ink'),
      colorTextSecondary: color('soft'),
      colorTextPlaceholder: color('soft'),
      colorDanger: color('brick'),
      fontFamily: '"Atkinson Hyperlegible Next", Arial, system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '8px',
      gridRowSpacing: '16px',
    },
    rules: {
      '.Label': { fontSize: '16px', fontWeight: '600', marginBottom: '6px', color: color('ink') },
      '.Input': { padding: '11px 14px', border: `1px solid ${color('control')}`, boxShadow: 'none' },
      '.Input:focus': { borderColor: color('azure'), boxShadow: `0 0 0 2px ${color('azure')}` },
      '.Input--invalid': { border: `2px solid ${color('brick')}`, boxShadow: 'none' },
      '.Error': { fontSize: '15px', color: color('brick') },
    },
  };
}
