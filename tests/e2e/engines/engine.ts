/**
 * The interface between a story and a browser engine. Engines are driven in different ways; with this interface a story
 * is written once and runs in all of them.
 */

/** An engine as installed on this machine. */
export interface Engine {
  readonly name: string;
  /** Why its stories don't run here; null if they do. */
  readonly whyNot: string | null;
  launch(): Promise<EngineBrowser>;
}

export interface EngineBrowser {
  /** Opens a window in which nobody is signed in. Only one at a time: WebKitWebDriver has a single session. */
  open(size: WindowSize): Promise<Tab>;
  close(): Promise<void>;
}

/** In CSS pixels. An engine whose windows can't be this narrow uses its narrowest. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** A point of the viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A window, with real input: the mouse and the keys go through the engine, not through scripts. */
export interface Tab {
  /** Script errors of its pages, where the engine reports them. */
  readonly complaints: readonly string[];
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page. It is sent as text, so it can use only its arguments. */
  run<Args extends unknown[], Result>(script: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
  /** Presses the mouse at the first point, moves it through the others and releases it. */
  mouse(first: Point, ...others: readonly Point[]): Promise<void>;
  /** Types with the keyboard into the focused element. */
  type(text: string): Promise<void>;
  /** Returns a PNG of the window. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The time limit of a step on a slow machine. */
export const stepTimeoutMs = 90_000;

/** The steps of one mouse movement. A hand moves the mouse in many small steps. */
export const moveSteps = 10;
