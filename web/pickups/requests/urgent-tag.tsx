/** Marks what has to be gone today; louder than any status beside it. */
export function RequestUrgentTag() {
  return (
    <span className="inline-flex items-center rounded-full bg-brick px-2.5 py-0.5 font-semibold text-paper text-sm">
      URGENT
    </span>
  );
}
