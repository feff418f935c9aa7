import { newsSentences, type SheetNews } from './sheet-news.ts';

/** Says, as soon as it happens, what became of the stop while its sheet was open. */
export function SheetNotice({ news }: { news: SheetNews | null }) {
  return (
    <div role="status">
      {news && (
        <p className="mb-4 rounded-control bg-maize-wash px-3.5 py-3 font-semibold leading-snug">
          {newsSentences[news]}
        </p>
      )}
    </div>
  );
}
