import { classNames } from '../class-names.ts';

export type ButtonVariant = 'primary' | 'outline' | 'maize' | 'danger' | 'quiet';
export type ButtonSize = 'md' | 'sm';

// Every variant has a border, because forced colors remove the background.
const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-azure text-paper hover:bg-azure-hover',
  outline: 'border-ink bg-paper text-ink hover:bg-step',
  maize: 'border-transparent bg-maize text-on-maize hover:bg-maize-deep',
  danger: 'border-transparent bg-brick text-paper hover:bg-brick-hover',
  quiet: 'border-transparent text-azure hover:bg-azure-wash',
};

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-12 px-5 py-2 text-[1.0625rem]',
  sm: 'min-h-11 px-4 py-2 text-base',
};

/** Returns the classes of a button, for links that act like one: `<Link className={buttonClass('maize')}>`. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md', extra?: string): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control border text-center font-display font-semibold leading-tight transition-colors',
    'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-step disabled:text-soft',
    variants[variant],
    sizes[size],
    extra,
  );
}
