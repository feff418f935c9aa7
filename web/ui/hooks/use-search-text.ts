import { useEffect, useEffectEvent, useState } from 'react';

const debounceMs = 300;

/**
 * The text of a search box whose search is in the URL. Typed text is copied to the URL after a pause; other URL changes
 * (back, forward) replace the text.
 */
export function useSearchText(q: string, onSearch: (q: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  const [sent, setSent] = useState(q);
  if (q !== seen) {
    setSeen(q);
    // When our own search arrives in the URL, keep any newer input.
    if (q !== sent) {
      setSent(q);
      setText(q);
    }
  }
  const wanted = text.trim();
  const search = useEffectEvent(() => {
    setSent(wanted);
    onSearch(wanted);
  });
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => search(), debounceMs);
    return () => clearTimeout(timer);
  }, [wanted, sent]);
  return [text, setText];
}
