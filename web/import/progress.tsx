/** How far a job is, for everybody. It keeps its height, so nothing moves when it ends. */
export function ImportProgress({ label, done, total }: { label: string; done: number; total: number }) {
  const text = `${label}: ${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  return (
    <div className="space-y-2">
      <p role="status" className="font-semibold">
        {text}
      </p>
      <progress
        aria-label={label}
        value={done}
        max={Math.max(total, 1)}
        className="h-3 w-full max-w-xl overflow-hidden rounded-full accent-azure"
      />
    </div>
  );
}
