import type { Role } from '../../../contract/accounts.ts';
import { Chip } from '../../ui/chip.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { useSearchText } from '../../ui/hooks/use-search-text.ts';
import type { MemberFilters } from './filters.ts';

interface MemberToolbarProps {
  filters: MemberFilters;
  onChange: (change: Partial<MemberFilters>) => void;
}

const roleFilters: readonly { role: Role | 'all'; label: string }[] = [
  { role: 'all', label: 'All Roles' },
  { role: 'customer', label: 'Customers' },
  { role: 'driver', label: 'Drivers' },
  { role: 'admin', label: 'Admins' },
];

/** Search and role filter. */
export function MemberToolbar({ filters, onChange }: MemberToolbarProps) {
  const [text, setText] = useSearchText(filters.q, (q) => onChange({ q }));
  return (
    <div className="grid grid-cols-1 gap-3 @3xl:grid-cols-[minmax(0,1fr)_auto] @3xl:items-center">
      <SearchField
        label="Search members by username, name or email"
        placeholder="Search members..."
        value={text}
        onChange={setText}
      />
      <fieldset className="-mx-gutter flex min-w-0 gap-2 overflow-x-auto px-gutter py-1 sm:mx-0 sm:flex-wrap sm:px-0">
        <legend className="sr-only">Filter by role</legend>
        {roleFilters.map(({ role, label }) => (
          <Chip key={role} pressed={filters.role === role} onPress={() => onChange({ role })}>
            {label}
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}
