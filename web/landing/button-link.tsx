import type { ReactNode } from 'react';
import type { ServiceChoice } from './choice.ts';

const looks = {
  solid: 'bg-azure text-white hover:bg-azure-hover',
  outline: 'border-2 border-ink bg-white/70 text-ink hover:bg-white',
  ink: 'bg-ink text-white hover:bg-azure-deep',
  maize: 'bg-maize text-ink hover:bg-maize-deep',
};

interface ButtonLinkProps {
  href: string;
  look: keyof typeof looks;
  /** Remembered until after registration (visitor.ts). */
  service?: ServiceChoice;
  plan?: string;
  /** Less padding, for long labels. */
  tight?: boolean;
  className?: string;
  children: ReactNode;
}

export function ButtonLink({ href, look, service, plan, tight = false, className = '', children }: ButtonLinkProps) {
  return (
    <a
      href={href}
      data-service={service}
      data-plan={plan}
      className={`inline-flex min-h-12 items-center justify-center gap-2.5 rounded-control ${tight ? 'px-3' : 'px-6'} py-2.5 text-center font-display font-semibold leading-tight transition-colors ${looks[look]} ${className}`}
    >
      {children}
    </a>
  );
}
