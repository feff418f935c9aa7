import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { NewAction, NewRefusal, Refusal, SavedAction } from './action.ts';
import { repeats, supersedes, unsentPressOf } from './waiting-rules.ts';

export interface SavedResponse {
  userId: string;
  name: string;
  askedAtMs: number;
  answer: unknown;
}

export interface RefusedAction {
  readonly action: SavedAction;
  readonly refusal: NewRefusal;
}

/** Phones in use have unsent actions under these names, so the stores and fields of version 1 are not renamed. */
interface Schema extends DBSchema {
  actions: { key: number; value: SavedAction; indexes: { userId: string } };
  /** Refusals. */
  trouble: { key: number; value: Refusal; indexes: { userId: string } };
  /** Saved responses. */
  answers: { key: [string, string]; value: SavedResponse };
}

const databaseName = 'stoop-driver';
/** How long to wait for the database. Some browsers neither open it nor report an error. */
const openTimeoutMs = 3000;

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/**
 * Opens the phone's database. Rejects if the browser can't store anything (private window, full disk) or takes too
 * long. A slow opening continues, because a second one would only wait behind it.
 */
async function open(): Promise<IDBPDatabase<Schema>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database hangs')), openTimeoutMs);
  });
  try {
    return await Promise.race([openEventually(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the database, however long it takes to open. */
function openEventually(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(databaseName, 1, {
    upgrade(database) {
      for (const name of ['actions', 'trouble'] as const) {
        const key = name === 'actions' ? 'seq' : 'id';
        database.createObjectStore(name, { keyPath: key, autoIncrement: true }).createIndex('userId', 'userId');
      }
      database.createObjectStore('answers', { keyPath: ['userId', 'name'] });
    },
    // Another version of the app needs to upgrade the database. The next use opens it again.
    blocking: (_current, _blocked, event) => {
      opened = null;
      (event.target as IDBDatabase).close();
    },
    // The browser closed the database (site data cleared, disk removed). The next use opens it again.
    terminated: () => {
      opened = null;
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Saved actions must survive a phone that loses power. */
const onDisk = { durability: 'strict' } as const;

/** The driver's data on the phone: unsent actions, refusals to show, and the last responses. Every call may reject. */
export const phoneStore = {
  /** Resolves when the database is open, however late; rejects if it can't be opened. */
  async whenOpen(): Promise<void> {
    await openEventually();
  },

  /**
   * Saves all new actions or none. One that repeats a waiting action is not saved: the waiting one, with its key, counts
   * as pressed again. Deletes the waiting actions that the new ones supersede. An undo of a press that was never sent deletes the press and is not saved.
   */
  async save(news: readonly NewAction[]): Promise<void> {
    const database = await open();
    const transaction = database.transaction('actions', 'readwrite', onDisk);
    const { store } = transaction;
    const [userId = ''] = news.map((action) => action.userId);
    const waiting = (await store.index('userId').getAll(userId)).filter(isWaiting);
    for (const action of news) {
      if (repeats(action, waiting)) {
        for (const older of waiting.filter((one) => one.pickupId === action.pickupId && one.hasFailed)) {
          await store.put({ ...older, hasFailed: false });
        }
        continue;
      }
      for (const older of waiting) if (supersedes(action, older)) await store.delete(older.seq);
      const unsent = unsentPressOf(action, waiting);
      if (unsent) {
        await store.delete(unsent.seq);
        continue;
      }
      // The database assigns `seq`.
      await store.add({ ...action, attempts: 0, settledAtMs: null } as SavedAction);
    }
    await transaction.done;
  },

  async actionsOf(userId: string): Promise<SavedAction[]> {
    return await (await open()).getAllFromIndex('actions', 'userId', userId);
  },

  /**
   * Marks waiting actions as sent. Returns those that are still saved, because an undo may have deleted
   * some. Call it before sending.
   */
  async markSent(actions: readonly SavedAction[]): Promise<SavedAction[]> {
    const transaction = (await open()).transaction('actions', 'readwrite', onDisk);
    const left: SavedAction[] = [];
    for (const { seq } of actions) {
      const action = await transaction.store.get(seq);
      if (!action) continue;
      left.push(action);
      // A photo can't be undone, and writing a large image again is slow.
      if (!action.wasSent && !('image' in action.work)) await transaction.store.put({ ...action, wasSent: true });
    }
    await transaction.done;
    return left;
  },

  /** Counts an attempt to send. `hasFailed` marks completions that the server couldn't process. */
  async countAttempt(seqs: readonly number[], { hasFailed }: { hasFailed: boolean }): Promise<void> {
    const transaction = (await open()).transaction('actions', 'readwrite');
    for (const seq of seqs) {
      const action = await transaction.store.get(seq);
      if (!action) continue;
      const isOpenAgain = hasFailed && action.work.kind === 'complete';
      await transaction.store.put({
        ...action,
        attempts: action.attempts + 1,
        ...(isOpenAgain && { hasFailed: true }),
      });
    }
    await transaction.done;
  },

  /**
   * Records the server's response: stores the accepted actions and replaces each refused action with its refusal. If
   * the phone is full, deletes the accepted actions instead, which needs no space. Rejects if anything can't be
   * recorded; those actions stay saved and are sent again.
   */
  async recordResponse(accepted: readonly SavedAction[], refused: readonly RefusedAction[]): Promise<void> {
    try {
      await writeResponse(accepted, refused);
    } catch (error) {
      const transaction = (await open()).transaction('actions', 'readwrite', onDisk);
      for (const { seq } of accepted) await transaction.store.delete(seq);
      await transaction.done;
      if (refused.length > 0) throw error;
    }
  },

  async refusalsOf(userId: string): Promise<Refusal[]> {
    return await (await open()).getAllFromIndex('trouble', 'userId', userId);
  },

  async dismiss(refusalId: number): Promise<void> {
    await (await open()).delete('trouble', refusalId);
  },

  /** Returns how many stops have an action waiting, for all drivers who use this phone. */
  async countUnsentStops(): Promise<number> {
    const waiting = (await (await open()).getAll('actions')).filter(isWaiting);
    return new Set(waiting.map(({ pickupId }) => pickupId)).size;
  },

  async saveResponse(response: SavedResponse): Promise<void> {
    await (await open()).put('answers', response);
  },

  async responseOf(userId: string, name: string): Promise<SavedResponse | undefined> {
    return await (await open()).get('answers', [userId, name]);
  },

  /**
   * Deletes actions accepted before `beforeMs`, which the route includes, or after `nowMs`, because the phone's
   * clock has been set back since.
   */
  async deleteAccepted(userId: string, beforeMs: number, nowMs: number): Promise<void> {
    const transaction = (await open()).transaction('actions', 'readwrite');
    for (const { seq, settledAtMs } of await transaction.store.index('userId').getAll(userId)) {
      if (settledAtMs !== null && (settledAtMs < beforeMs || settledAtMs > nowMs)) await transaction.store.delete(seq);
    }
    await transaction.done;
  },

  /** Deletes the saved responses and accepted actions of all other users; of everyone if null. Waiting ones stay. */
  async deleteResponses(exceptUserId: string | null): Promise<void> {
    const transaction = (await open()).transaction(['answers', 'actions'], 'readwrite');
    const responses = transaction.objectStore('answers');
    for (const key of await responses.getAllKeys()) if (key[0] !== exceptUserId) await responses.delete(key);
    const actions = transaction.objectStore('actions');
    for (const action of await actions.getAll()) {
      if (!isWaiting(action) && action.userId !== exceptUserId) await actions.delete(action.seq);
    }
    await transaction.done;
  },
};

const isWaiting = ({ settledAtMs }: SavedAction) => settledAtMs === null;

/** Returns the action as accepted at `nowMs`, without its image. `photoAddress` is where the server shows the photo. */
export function accept(action: SavedAction, nowMs: number, photoAddress: string | null): SavedAction {
  const { work } = action;
  const isDone = action.hasFailed && { hasFailed: false };
  const sent = 'image' in work ? { ...work, image: null, ...('address' in work && { address: photoAddress }) } : work;
  return { ...action, ...isDone, work: sent, settledAtMs: nowMs };
}

async function writeResponse(accepted: readonly SavedAction[], refused: readonly RefusedAction[]): Promise<void> {
  const transaction = (await open()).transaction(['actions', 'trouble'], 'readwrite', onDisk);
  const actions = transaction.objectStore('actions');
  // In browsers without locks, two tabs may both have sent the action. One refusal is enough.
  const isSaved = async ({ seq }: SavedAction) => (await actions.get(seq)) !== undefined;
  for (const action of accepted) if (await isSaved(action)) await actions.put(action);
  for (const { action, refusal } of refused) {
    if (!(await isSaved(action))) continue;
    await transaction.objectStore('trouble').add(refusal as Refusal);
    await actions.delete(action.seq);
  }
  await transaction.done;
}
