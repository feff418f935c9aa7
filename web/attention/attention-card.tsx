import { countTextOf } from '../ui/text/count-text.ts';
import { AttentionList } from './attention-list.tsx';
import { useAttention } from './use-attention.ts';

/** The dashboard's first card: the items that need attention, with their actions. */
export function AttentionCard() {
  const total = useAttention().data?.total ?? 0;
  return (
    <section
      aria-labelledby="attention"
      className={`mb-4 rounded-card border bg-paper px-4 py-2 ${total > 0 ? 'border-brick' : 'border-line'}`}
    >
      <h2 id="attention" className={total > 0 ? 'pt-1 text-xl' : 'sr-only'}>
        {total > 0 ? `Needs attention (${countTextOf(total)})` : 'Needs attention'}
      </h2>
      <AttentionList headingLevel="h3" />
    </section>
  );
}
