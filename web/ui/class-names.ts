/** Joins the class names that aren't falsy: `classNames('card', isOpen && 'card-open')`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
