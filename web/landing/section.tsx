import type { ReactNode } from 'react';
import type { ServiceChoice } from './choice.ts';

/** The content width: at most 1200 px, at least 20 px from the edge, and clear of a notch. */
export const measure =
  'mx-auto w-full max-w-[77.5rem] px-[max(1.25rem,env(safe-area-inset-left),env(safe-area-inset-right))] sm:px-[max(2rem,env(safe-area-inset-left),env(safe-area-inset-right))]';

interface SectionProps {
  id: string;
  title: string;
  lead?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Section({ id, title, lead, className = '', children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={`py-10 sm:py-16 lg:py-20 ${className}`}>
      <div className={measure}>
        <h2 id={id} className="max-w-[11.3em] text-[2rem] sm:text-4xl lg:text-[2.75rem]">
          {title}
        </h2>
        {lead ? <p className="mt-2.5 max-w-[36.3em] text-pretty text-soft sm:text-lg">{lead}</p> : null}
        {children}
      </div>
    </section>
  );
}

const looks = {
  solid: 'bg-azure text-paper hover:bg-azure-hover',
  outline: 'border-2 border-ink bg-paper/70 text-ink hover:bg-paper',
  ink: 'bg-ink text-paper hover:bg-soft',
  maize: 'bg-maize text-on-maize hover:bg-maize-deep',
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

export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute left-5 top-3 z-20 -translate-y-24 rounded-control bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
