import { useNavigate } from '@tanstack/react-router';
import { PackagePlus } from 'lucide-react';
import { bookHere } from './book-action.ts';

/** The customer's floating book button: always in the frame, so it covers nothing (CUST-61). */
export function BookButton({ label, className }: { label?: string; className: string }) {
  const navigate = useNavigate();
  const book = () => {
    // The dashboard may not be loaded yet. Then the URL carries the request, without another history entry.
    const replace = location.pathname === '/dashboard';
    if (!bookHere()) void navigate({ to: '/dashboard', search: { book: '1' }, replace });
  };
  return (
    <button type="button" aria-label="Book Pickup" title="Book Pickup" onClick={book} className={className}>
      <PackagePlus className="size-6 shrink-0" aria-hidden="true" />
      {label && <span>{label}</span>}
    </button>
  );
}
