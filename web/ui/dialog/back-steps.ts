import type { HistoryLocation, RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type ToastMessage, toast } from '../toast/toast.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many dialog steps are open at this history entry; missing on a page's own entry. */
    dialogSteps?: number;
  }
}

/** A dialog. Each of its steps is one history entry above the page's own. */
interface Layer {
  /** 0 while it is closed. */
  steps: number;
  goBack(steps: number): void;
  goForward?(): void;
}

/** In the order of opening. */
const layers: Layer[] = [];
let history: RouterHistory | null = null;
/** A history.go() of ours has not arrived yet. */
let isMoving = false;
let afterMove: (() => void) | null = null;
let isSyncScheduled = false;
/** Another document is being loaded, which a move would cancel. */
let isLeaving = false;
/** After this time the load was a download, or a link to an email program. */
const leavingMs = 10_000;
/** The dialog steps of the current entry. */
let entrySteps = 0;
/** The position of the newest history entry that is known. */
let lastIndex = 0;

const openSteps = () => layers.reduce((sum, { steps }) => sum + steps, 0);

/** Makes the browser's Back step back through open dialogs (BOOK-50). Called once, before the first page renders. */
export function watchDialogSteps(appHistory: RouterHistory): void {
  history = appHistory;
  entrySteps = history.location.state.dialogSteps ?? 0;
  history.subscribe(({ location, action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') handleChange(location, action.type);
    else handleMove(location, action.type === 'FORWARD');
  });
  addEventListener('beforeunload', () => {
    isLeaving = true;
    setTimeout(() => {
      isLeaving = false;
      scheduleSync();
    }, leavingMs);
  });
  // A reload closed the dialogs of this entry: returns to the page's own entry.
  scheduleSync();
}

/** A page has added or replaced an entry. */
function handleChange({ href, state }: HistoryLocation, type: 'PUSH' | 'REPLACE'): void {
  const steps = state.dialogSteps ?? 0;
  const repeat = () =>
    type === 'PUSH'
      ? history?.push(href, state, { ignoreBlocker: true })
      : history?.replace(href, state, { ignoreBlocker: true });
  if (type === 'PUSH') lastIndex = state.__TSR_index;
  // The move arrives after this change and undoes it.
  if (isMoving) afterMove = repeat;
  // A page that replaces its address changes its own entry, not the one of its open or closing dialog.
  else if (type === 'REPLACE' && steps < entrySteps) move(-entrySteps, repeat);
  else entrySteps = steps;
}

/** The browser has moved to another entry. */
function handleMove({ state }: HistoryLocation, isForward: boolean): void {
  entrySteps = state.dialogSteps ?? 0;
  if (isMoving) {
    const then = afterMove;
    isMoving = false;
    afterMove = null;
    then?.();
    scheduleSync();
    return;
  }
  const surplus = entrySteps - openSteps();
  if (surplus < 0) goBackInLayers(-surplus);
  if (surplus <= 0) return;
  // The entry of a dialog that has closed. Forward opens its next step if possible, else skips the entry.
  const layer = layers.findLast((one) => one.steps > 0) ?? layers.findLast((one) => one.goForward);
  const hasMoreAhead = state.__TSR_index < lastIndex;
  if (isForward && !layer?.goForward && hasMoreAhead) history?.forward();
  else move(-surplus, isForward ? () => layer?.goForward?.() : null);
}

function goBackInLayers(count: number): void {
  let left = count;
  for (const layer of layers.toReversed()) {
    const taken = Math.min(layer.steps, left);
    if (taken === 0) continue;
    left -= taken;
    layer.steps -= taken;
    layer.goBack(layer.steps);
  }
}

function move(by: number, then: (() => void) | null): void {
  isMoving = true;
  afterMove = then;
  history?.go(by, { ignoreBlocker: true });
}

/** Waits for all effects of one render: a dialog that replaces another needs no new entry. */
function scheduleSync(): void {
  if (isSyncScheduled) return;
  isSyncScheduled = true;
  queueMicrotask(() => {
    isSyncScheduled = false;
    sync();
  });
}

/** Adds or leaves history entries until there is one for each open step. */
function sync(): void {
  if (!history || isMoving || isLeaving) return;
  const wanted = openSteps();
  if (entrySteps > wanted) move(wanted - entrySteps, null);
  for (let dialogSteps = entrySteps + 1; dialogSteps <= wanted; dialogSteps += 1) {
    // Without this, the browser merges changes of one task.
    history.flush();
    history.push(history.location.href, { dialogSteps }, { ignoreBlocker: true });
  }
}

interface BackSteps {
  /** How many times Back is pressed until the dialog is closed; 0 while it is closed. */
  steps: number;
  /** Back was pressed: `steps` are left. */
  onBack: (steps: number) => void;
  /** Forward was pressed: opens the next step, or the closed dialog. Without it Forward does nothing. */
  onForward?: () => void;
}

/** Gives a dialog a history entry for each of its steps. Closing it in any other way removes these entries. */
export function useBackSteps({ steps, onBack, onForward }: BackSteps): void {
  const layer = useRef<Layer | null>(null);
  const goBack = useEffectEvent(onBack);
  const goForward = useEffectEvent(() => onForward?.());
  const canGoForward = onForward !== undefined;

  useEffect(() => {
    const own: Layer = {
      steps: 0,
      goBack: (left) => goBack(left),
      ...(canGoForward && { goForward: () => goForward() }),
    };
    layer.current = own;
    return () => {
      remove(own);
      scheduleSync();
    };
  }, [canGoForward]);
  useEffect(() => {
    const own = layer.current;
    if (!own) return;
    const isOpening = own.steps === 0 && steps > 0;
    if (isOpening) remove(own);
    if (isOpening || (own.goForward && !layers.includes(own))) layers.push(own);
    own.steps = steps;
    scheduleSync();
  }, [steps]);
}

function remove(layer: Layer): void {
  const index = layers.indexOf(layer);
  if (index >= 0) layers.splice(index, 1);
}

/** While there is a message, Back and Forward stay on this screen and show it. */
export function useHeldBack(message: ToastMessage | null): void {
  const explain = useEffectEvent(() => message && toast(message));
  const isHeld = message !== null;
  useEffect(() => {
    if (!isHeld || !history) return;
    return history.block({
      blockerFn: ({ action }) => {
        if (action === 'PUSH' || action === 'REPLACE') return false;
        explain();
        return true;
      },
      enableBeforeUnload: false,
    });
  }, [isHeld]);
}
