import { SearchField } from '../fields/search-field.tsx';
import { useSearchText } from '../hooks/use-search-text.ts';

interface ListSearchProps {
  label: string;
  placeholder: string;
  /** The search in the address. */
  q: string;
  /** Called when typing pauses. */
  onSearch: (q: string) => void;
}

/** The search box of a list. */
export function ListSearch({ label, placeholder, q, onSearch }: ListSearchProps) {
  const [text, setText] = useSearchText(q, onSearch);
  return <SearchField label={label} placeholder={placeholder} value={text} onChange={setText} />;
}
