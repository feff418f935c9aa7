import type { ReactNode } from 'react';

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
    <section aria-labelledby={id} className={`py-16 lg:py-24 ${className}`}>
      <div className={measure}>
        <h2 id={id} className="max-w-[11.3em] text-[2rem] sm:text-4xl lg:text-[2.75rem]">
          {title}
        </h2>
        {lead ? <p className="mt-3 max-w-[36.3em] text-lg text-soft">{lead}</p> : null}
        {children}
      </div>
    </section>
  );
}
