/** The progress of a job. */
export function ImportProgress({ label, done, total }: { label: string; done: number; total: number }) {
  const text = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  const percent = total === 0 ? 0 : Math.min(100, Math.round((done / total) * 100));
  return (
    <div className="max-w-xl space-y-2">
      <p aria-hidden="true" className="font-semibold">
        {`${label}: ${text}`}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done, total)}
        aria-valuetext={text}
        className="h-3 overflow-hidden rounded-full border border-control bg-paper"
      >
        <div className="h-full bg-azure transition-[width]" style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
