import type { HistoryLocation, RouterHistory } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type ToastMessage, toast } from '../toast/toast.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The number of dialog steps open at this history entry; missing on a page's own entry. */
    dialogSteps?: number;
  }
}

/** A dialog. Each of its steps is one history entry above the page's own entry. */
interface Layer {
  /** 0 while the dialog is closed. */
  steps: number;
  goBack(steps: number): void;
  goForward?(): void;
}

/** The dialogs in the order of opening. */
const layers: Layer[] = [];
let history: RouterHistory | null = null;
/** True while a `history.go()` of ours has not arrived yet. */
let isMoving = false;
let afterMove: (() => void) | null = null;
let isSyncScheduled = false;
/** True while another document is loading. A move would cancel it. */
let isLeaving = false;
/** If the page is still here after this time, the load was a download or a link to an email program. */
const leavingMs = 10_000;
/** The number of dialog steps of the current entry. */
let entrySteps = 0;
/** The index of the newest known history entry. */
let lastIndex = 0;

const openSteps = () => layers.reduce((sum, { steps }) => sum + steps, 0);

/** Makes the browser's Back button step back through open dialogs (BOOK-50). Call it once, before the first render. */
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
  // After a reload the dialogs of this entry are closed, so return to the page's own entry.
  scheduleSync();
}

/** Handles an entry that a page has added or replaced. */
function handleChange({ href, state }: HistoryLocation, type: 'PUSH' | 'REPLACE'): void {
  const steps = state.dialogSteps ?? 0;
  const repeat = () =>
    type === 'PUSH'
      ? history?.push(href, state, { ignoreBlocker: true })
      : history?.replace(href, state, { ignoreBlocker: true });
  if (type === 'PUSH') lastIndex = state.__TSR_index;
  // Our pending move arrives after this change and would undo it, so the change is repeated afterwards.
  if (isMoving) afterMove = repeat;
  // A page that replaces its address means its own entry, not the entry of its open or closing dialog.
  else if (type === 'REPLACE' && steps < entrySteps) move(-entrySteps, repeat);
  else entrySteps = steps;
}

/** Handles a move of the browser to another entry. */
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
  // This entry belongs to a dialog that has closed. Forward opens its next step if possible, else skips the entry.
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

/** Schedules `sync` after all effects of one render, because a dialog that replaces another needs no new entry. */
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
    // The router's history merges the changes of one task, except those already flushed.
    history.flush();
    history.push(history.location.href, { dialogSteps }, { ignoreBlocker: true });
  }
}

interface BackSteps {
  /** How many presses of Back close the dialog; 0 while it is closed. */
  steps: number;
  /** Called when Back was pressed. `steps` is the number of steps that remain. */
  onBack: (steps: number) => void;
  /** Called on Forward, to open the next step or the dialog again. If missing, Forward skips the dialog. */
  onForward?: () => void;
}

/** Gives a dialog one history entry for each of its steps. Closing it in any other way removes these entries. */
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

/** Keeps Back and Forward on this screen while there is a message, and shows the message when they are pressed. */
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
