import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { buttonClass } from '../ui/button/button-class.ts';
import { TitledCard } from '../ui/titled-card.tsx';

/** The link to the import in the dispatcher's settings. */
export function ImportCard() {
  return (
    <TitledCard id="import-customers" title="Import customers">
      <p className="mt-2 text-soft">Bring in your customers and their plans from a spreadsheet.</p>
      <Link to="/admin/import" className={buttonClass('outline', 'sm', 'mt-3')}>
        <FileUp className="size-5" aria-hidden="true" />
        <span>Import customers</span>
      </Link>
    </TitledCard>
  );
}
