/** The first stop of the Tab key: past the menu to the content. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-ink focus:px-4 focus:py-3 focus:font-semibold focus:text-paper"
    >
      Skip to content
    </a>
  );
}
