/** The logo: a lit doorway over marble steps, on brick. public/favicon.svg is the same drawing. */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#b1422a" />
      <path d="M8 18v-6.5a5.5 5.5 0 0 1 11 0V18z" fill="#fbcf3e" />
      <path d="M6 18h15v3.4h3v3.3h3V28H6z" fill="#fff" />
    </svg>
  );
}

/** The logo and the name. The text inherits its color, so it works on light and dark backgrounds. */
export function Logo({ brand, markClassName = 'size-8' }: { brand: string; markClassName?: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      <Mark className={`shrink-0 ${markClassName}`} />
      <span translate="no" className="truncate font-display text-xl font-bold tracking-tight">
        {brand}
      </span>
    </span>
  );
}
