/** Pure rules about a row of labels above the names of the columns, each over several of them. */

const keyOf = (text: string) => text.trim().toLowerCase();

/**
 * Returns the names of the columns, each with the label above it where a name occurs twice: "Billing address" over
 * Street and City, "Service address" over the next two. A label counts until the next one, because a spreadsheet writes
 * a merged cell as its text and blanks.
 */
export function labeledNames(names: readonly string[], above: readonly string[] | undefined): string[] {
  const keys = names.map(keyOf);
  const isTwice = (key: string) => key !== '' && keys.indexOf(key) !== keys.lastIndexOf(key);
  const labels = (above ?? []).filter((label) => label.trim() !== '');
  if (labels.length < 2 || !keys.some(isTwice)) return [...names];
  let label = '';
  return names.map((name, at) => {
    label = above?.[at]?.trim() || label;
    return isTwice(keyOf(name)) && label !== '' ? `${label} ${name}` : name;
  });
}
