interface WishOptionProps {
  /** The name of the radio buttons that this is one of. */
  group: string;
  value: string;
  label: string;
  /** What is shown where the label has no room. */
  shortLabel?: string;
  checked: boolean;
  onChoose: (value: string) => void;
}

/** One of a few short choices in a row. */
export function WishOption({ group, value, label, shortLabel = label, checked, onChoose }: WishOptionProps) {
  return (
    <label className="relative grid min-h-12 cursor-pointer place-items-center rounded-control border border-control bg-paper px-1 py-2 text-center font-semibold leading-tight transition-colors not-has-checked:hover:bg-step has-checked:border-azure has-checked:bg-azure has-checked:text-paper">
      <input
        type="radio"
        name={group}
        value={value}
        checked={checked}
        aria-label={label}
        onChange={() => onChoose(value)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-control"
      />
      {shortLabel}
    </label>
  );
}
