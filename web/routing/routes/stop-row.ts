/** The id of a stop's row on the page. */
export function stopRowId(stopId: string): string {
  return `stop-${stopId}`;
}

/** Scrolls to a stop's row. Resolved stops are in a folded list, which opens. */
export function showStopRow(stopId: string): void {
  const row = document.getElementById(stopRowId(stopId));
  const folded = row?.closest('details');
  if (folded) folded.open = true;
  row?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
}
