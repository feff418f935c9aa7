import { useEffect, useState } from 'react';

const pressable = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])';

/**
 * Whether a box that scrolls must be a stop of the Tab key, so that the arrow keys can scroll it: its content overflows
 * and holds nothing that could take the focus itself.
 */
export function useScrollStop(box: HTMLElement | null): boolean {
  const [isStop, setIsStop] = useState(false);
  useEffect(() => {
    if (!box) return;
    const look = () => setIsStop(box.scrollHeight > box.clientHeight && box.querySelector(pressable) === null);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    const content = new MutationObserver(look);
    content.observe(box, { childList: true, subtree: true, characterData: true });
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, [box]);
  return isStop;
}
