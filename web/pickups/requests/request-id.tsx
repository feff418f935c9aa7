import { Copy } from 'lucide-react';
import { toast } from '../../ui/toast/toast.ts';
import { shortIdOf } from './words.ts';

/** A request's id, shortened. Pressing it copies the whole one, for a mail or a search in the provider's records. */
export function RequestId({ id }: { id: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      toast({ title: 'Request id copied', description: id });
    } catch {
      // Without permission, or over plain http: the toast shows what could not be copied.
      toast({ title: 'Request id', description: id });
    }
  };
  return (
    <button
      type="button"
      title={`${id} (press to copy)`}
      aria-label={`Copy request id ${id}`}
      onClick={copy}
      className="-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 text-soft tabular-nums transition-colors hover:bg-step hover:text-ink"
    >
      {shortIdOf(id)}
      <Copy className="size-4" aria-hidden="true" />
    </button>
  );
}
