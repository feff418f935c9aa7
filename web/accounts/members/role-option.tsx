import type { Role } from '../../../contract/accounts.ts';
import { roleLabels, roleMeanings } from './words.ts';

interface RoleOptionProps {
  /** The name of the radio buttons that this is one of. */
  group: string;
  role: Role;
  /** The role that the member has. */
  isCurrent: boolean;
  checked: boolean;
  onChoose: (role: Role) => void;
}

/** One role and what it is for. The whole card is the radio button. */
export function RoleOption({ group, role, isCurrent, checked, onChoose }: RoleOptionProps) {
  return (
    <label className="group relative flex cursor-pointer gap-3 rounded-card border border-control bg-paper px-4 py-3 transition-colors not-has-checked:hover:bg-step has-checked:border-azure has-checked:bg-azure-wash has-checked:ring-1 has-checked:ring-azure">
      <input
        type="radio"
        name={group}
        value={role}
        checked={checked}
        onChange={() => onChoose(role)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-card"
      />
      <span
        aria-hidden="true"
        className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border-2 border-control bg-paper group-has-checked:border-azure"
      >
        <span className="size-2.5 rounded-full bg-azure opacity-0 group-has-checked:opacity-100" />
      </span>
      <span className="min-w-0 leading-snug">
        <span className="font-semibold">{roleLabels[role]}</span>
        {isCurrent && <span className="text-soft"> (now)</span>}
        <span className="mt-0.5 block text-[0.9375rem] text-soft">{roleMeanings[role]}</span>
      </span>
    </label>
  );
}
