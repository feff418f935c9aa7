import { useEffect, useEffectEvent } from 'react';

/** The arrow keys step back and forth, unless they mean something where the focus is. */
export function useStepKeys(onStep: (by: -1 | 1) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (isTaken(event.target)) return;
    event.preventDefault();
    onStep(event.key === 'ArrowLeft' ? -1 : 1);
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** In a field, a menu or a dialog the arrows move something else. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"]',
    ) !== null
  );
}
