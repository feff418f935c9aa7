import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { classNames } from '../class-names.ts';
import type { Elements } from '../elements.ts';
import { Spinner } from '../spinner.tsx';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: Elements;
  /** Shown in brick red at the end of the menu. */
  readonly isDangerous?: boolean;
  readonly run: () => void;
}

interface ActionMenuProps {
  /** The accessible name of the button and the menu: what the actions are for. */
  label: string;
  actions: readonly MenuAction[];
  busy?: boolean;
  className?: string;
}

/** A ⋯ button with a menu. The arrow keys, Home and End move in the menu. Escape closes it and returns the focus. */
export function ActionMenu({ label, actions, busy = false, className }: ActionMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    <div className={classNames('shrink-0', className)}>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-busy={busy || undefined}
        onClick={() => !busy && setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || busy) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {busy ? <Spinner /> : <Ellipsis className="size-6" aria-hidden="true" />}
      </IconButton>
      {open && (
        <Menu
          id={id}
          label={label}
          anchor={button.current}
          actions={actions}
          onClose={() => setOpen(false)}
          onEscape={close}
          onRun={(action) => {
            // The focus returns to the button first, so that a dialog returns it there.
            close();
            action.run();
          }}
        />
      )}
    </div>
  );
}

interface MenuProps {
  id: string;
  label: string;
  anchor: HTMLElement | null;
  actions: readonly MenuAction[];
  onClose: () => void;
  onEscape: () => void;
  onRun: (action: MenuAction) => void;
}

const items = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];

/** The menu in the top layer, where no scrolling box cuts it off. It stays at its button while the page scrolls. */
function Menu({ id, label, anchor, actions, onClose, onEscape, onRun }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = menu.current;
    if (!box || !anchor) return;
    box.showPopover?.();
    const place = () => {
      const { left, top } = placeOf(anchor.getBoundingClientRect(), box.getBoundingClientRect());
      box.style.left = `${left}px`;
      box.style.top = `${top}px`;
    };
    place();
    items(box)[0]?.focus({ preventScroll: true });
    document.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      document.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [anchor]);
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && (menu.current?.contains(target) || anchor?.contains(target))) return;
      onClose();
    };
    document.addEventListener('pointerdown', onPress, true);
    return () => document.removeEventListener('pointerdown', onPress, true);
  }, [anchor, onClose]);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    // Keeps the menu's keys away from the row or dialog around it.
    event.stopPropagation();
    if (event.key === 'Escape') return onEscape();
    if (event.key === 'Tab') return onClose();
    const all = items(event.currentTarget);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };
  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      onKeyDown={move}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) onClose();
      }}
      className="fixed z-50 m-0 max-h-[calc(100dvh-1rem)] w-max min-w-52 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-paper p-1.5 text-ink shadow-sheet"
    >
      {actions.map((action) => (
        <button
          key={action.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => onRun(action)}
          className={classNames(
            'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-semibold leading-tight hover:bg-step focus:bg-step',
            action.isDangerous && 'text-brick',
          )}
        >
          {action.icon}
          <span>{action.label}</span>
        </button>
      ))}
    </div>
  );
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'width' | 'height'>;
const marginPx = 8;

/**
 * Returns the menu's position: below the button and flush with its right edge, or above it if there is no
 * room; always on the screen.
 */
function placeOf(anchor: Box, menu: Box): { left: number; top: number } {
  const below = anchor.bottom + 4;
  const above = anchor.top - 4 - menu.height;
  const fits = below + menu.height <= innerHeight - marginPx;
  return {
    left: Math.max(marginPx, Math.min(anchor.right - menu.width, innerWidth - marginPx - menu.width)),
    top: Math.max(marginPx, fits ? below : above),
  };
}
