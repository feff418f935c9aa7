import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { Footer } from '../footer.tsx';
import { measure, SkipLink } from '../section.tsx';

export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface LegalPageProps {
  title: string;
  lead: string;
  sections: readonly LegalSection[];
  /** A link to the other page. */
  other: { href: string; label: string };
}

/** The frame of Terms and Privacy, with a list of the sections: beside the text, or above it on narrow screens. */
export function LegalPage({ title, lead, sections, other }: LegalPageProps) {
  return (
    <>
      <SkipLink />
      <header className={`${measure} flex items-center justify-between gap-x-4 py-4 lg:py-5`}>
        <a href="/" className="inline-flex min-h-12 min-w-0 items-center rounded-control">
          <Logo brand="__BRAND_NAME__" markClassName="size-9" />
        </a>
        <a href={other.href} className="inline-flex min-h-12 items-center font-display font-semibold text-azure-deep">
          {other.label}
        </a>
      </header>
      <main id="main" className={`${measure} pb-16 lg:pb-24`}>
        <h1 className="border-ink border-t-2 pt-8 text-[2.625rem] leading-none tracking-[-0.03em] sm:text-6xl lg:pt-12">
          {title}
        </h1>
        <p className="mt-4 max-w-[36.3em] text-pretty text-lg text-soft">{lead}</p>
        <div className="mt-8 grid gap-x-16 gap-y-8 lg:mt-12 lg:grid-cols-[3fr_8fr]">
          <nav aria-label="On this page" className="lg:sticky lg:top-8 lg:self-start">
            <ul className="grid gap-x-6 border-line border-y py-2 sm:grid-cols-2 lg:grid-cols-1 lg:border-y-0 lg:border-l lg:py-0 lg:pl-5">
              {sections.map(({ id, title: name }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="inline-flex min-h-11 items-center font-semibold text-azure underline-offset-4 hover:underline"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="grid min-w-0 max-w-[44rem] gap-y-10">
            {sections.map(({ id, title: name, content }) => (
              <section key={id} aria-labelledby={id}>
                <h2 id={id} className="wrap-anywhere text-2xl sm:text-[1.75rem]">
                  {name}
                </h2>
                <div className="prose mt-3 grid gap-y-3 wrap-anywhere">{content}</div>
              </section>
            ))}
          </div>
        </div>
      </main>
      <Footer />
    </>
  );
}

/** Pairs of a short label and its explanation. */
export function Facts({ facts }: { facts: readonly { title: string; text: ReactNode }[] }) {
  return (
    <dl className="border-line border-t">
      {facts.map(({ title, text }) => (
        <div key={title} className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-[11rem_1fr]">
          <dt className="font-semibold">{title}</dt>
          <dd className="text-soft">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A link to the email address for questions and requests. */
export function MailLink() {
  return <a href="mailto:__SUPPORT_EMAIL__">__SUPPORT_EMAIL__</a>;
}
