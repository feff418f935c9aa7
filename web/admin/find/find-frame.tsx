import { Search } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { PageTools } from '../../shell/page.tsx';
import type { Elements } from '../../ui/elements.ts';
import { lateFile } from '../../ui/hooks/late-file.ts';
import { onFirstInput } from '../../ui/hooks/on-first-input.ts';

const load = lateFile(() => import('./find-dialog.tsx'));
const FindDialog = lazy(load);

/** The frame of every dispatcher page: the Find button in the header, its shortcuts and its dialog. */
export function FindFrame({ children }: { children: Elements }) {
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const change = useCallback((isOpen: boolean) => {
    setOpen(isOpen);
    if (isOpen) setWasOpened(true);
  }, []);
  useShortcuts(change);
  // Loads the dialog ahead, so that letters typed right after the shortcut aren't lost.
  useEffect(() => onFirstInput(() => void load().catch(() => undefined)), []);
  const button = useMemo(() => <FindButton onPress={() => change(true)} />, [change]);
  return (
    <PageTools value={button}>
      {children}
      {wasOpened && (
        <Suspense fallback={null}>
          <FindDialog open={open} onOpenChange={change} />
        </Suspense>
      )}
    </PageTools>
  );
}

function FindButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label="Find"
      title="Find customers, pickups and drivers"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={onPress}
      className="inline-flex size-11 items-center justify-center gap-2 rounded-control transition-colors hover:bg-step sm:mr-1 sm:w-auto sm:border sm:border-control sm:bg-paper sm:px-3"
    >
      <Search className="size-6 sm:size-5" aria-hidden="true" />
      <span className="hidden sm:inline">Find</span>
      <kbd className="hidden font-sans text-soft text-sm lg:inline">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens Find on Ctrl+K or ⌘K, and on `/` outside text fields, but not over another dialog, which would lose focus. */
function useShortcuts(openFind: (open: true) => void): void {
  // A layout effect, because an effect after the first paint could miss the first press.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      const isK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(target);
      if (!isK && !isSlash) return;
      event.preventDefault();
      if (!document.querySelector('[role$="dialog"][data-state="open"]')) openFind(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [openFind]);
}

/** Input types that take no text. */
const takesNoText = /^(checkbox|radio|button|submit|file)$/;

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && takesNoText.test(target.type)) return false;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
