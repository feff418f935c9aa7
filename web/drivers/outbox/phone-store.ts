import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type NewAction, type NewTrouble, repeats, type SavedAction, supersedes, type Trouble } from './action.ts';
import { asApplied, asSettled, forgetUnwritten, rememberRefused, rememberSettled } from './unwritten-answers.ts';

/** A server's answer as it was last read. */
export interface SavedResponse {
  userId: string;
  name: string;
  askedAtMs: number;
  answer: unknown;
}

/** An action that the server did not take, and what the driver reads about it. */
export interface Refused {
  readonly action: SavedAction;
  readonly trouble: NewTrouble;
}

interface Schema extends DBSchema {
  actions: { key: number; value: SavedAction; indexes: { userId: string } };
  trouble: { key: number; value: Trouble; indexes: { userId: string } };
  answers: { key: [string, string]; value: SavedResponse };
}

const databaseName = 'stoop-driver';
/** Some browsers neither open the database nor refuse it. */
const patienceMs = 3000;

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/**
 * What the driver's phone keeps: actions that wait for the server, trouble to be told, and the last answers. Every call
 * rejects where the browser keeps nothing (private windows, a full disk), or not yet: an opening that takes long goes on, since
 * another one would only wait behind it.
 */
async function open(): Promise<IDBPDatabase<Schema>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database hangs')), patienceMs);
  });
  try {
    return await Promise.race([openAtLast(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The database, however long it takes to open. */
function openAtLast(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(databaseName, 1, {
    upgrade(database) {
      for (const name of ['actions', 'trouble'] as const) {
        const key = name === 'actions' ? 'seq' : 'id';
        database.createObjectStore(name, { keyPath: key, autoIncrement: true }).createIndex('userId', 'userId');
      }
      database.createObjectStore('answers', { keyPath: ['userId', 'name'] });
    },
    // Another version wants in: the next use opens it again, behind that one.
    blocking: (_current, _blocked, event) => {
      opened = null;
      (event.target as IDBDatabase).close();
    },
    // The browser closed it (site data cleared, the disk gone): the next use opens it again.
    terminated: () => {
      opened = null;
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Strict: what the screen calls kept must outlive an empty battery. */
const onDisk = { durability: 'strict' } as const;

export const phoneStore = {
  /** Resolves when the database is open, however late; rejects where there is none. */
  async whenOpen(): Promise<void> {
    await openAtLast();
  },

  /** Keeps new actions, all or none. What they repeat or supersede among the waiting ones is sorted out here. */
  async keep(news: readonly NewAction[]): Promise<void> {
    const database = await open();
    const transaction = database.transaction('actions', 'readwrite', onDisk);
    const { store } = transaction;
    const [userId = ''] = news.map((action) => action.userId);
    const kept = asApplied(await store.index('userId').getAll(userId));
    const waiting = kept.filter(({ settledAtMs }) => settledAtMs === null);
    for (const action of news) {
      if (waiting.some((older) => repeats(action, older))) continue;
      for (const older of waiting) if (supersedes(action, older)) await store.delete(older.seq);
      // The database gives the number.
      await store.add({ ...action, attempts: 0, settledAtMs: null } as SavedAction);
    }
    await transaction.done;
  },

  async actionsOf(userId: string): Promise<SavedAction[]> {
    return asApplied(await (await open()).getAllFromIndex('actions', 'userId', userId));
  },

  async countAttempt(seqs: readonly number[]): Promise<void> {
    await changeActions(seqs, (action) => ({ ...action, attempts: action.attempts + 1 }));
  },

  /**
   * The server has answered: these are settled, and those are refused and become trouble. Never rejects: what has no room is
   * remembered by the page, or it would be sent for ever and hold up all the rest. Answers those whose trouble was not written down.
   */
  async settle(done: readonly SavedAction[], refused: readonly Refused[]): Promise<readonly Refused[]> {
    try {
      await writeAnswers(done, refused);
      return [];
    } catch {
      for (const action of done) rememberSettled(action);
      // These stay on the disk until the driver has read it: a page that is loaded anew hears it again, and can tell it again.
      for (const { action } of refused) rememberRefused(action);
      // To take something away needs no room.
      await deleteActions(done).catch(() => undefined);
      return refused;
    }
  },

  async troubleOf(userId: string): Promise<Trouble[]> {
    return await (await open()).getAllFromIndex('trouble', 'userId', userId);
  },

  /** Takes away what was refused and told, though there was no room to write that down. */
  async discard(action: SavedAction): Promise<void> {
    await deleteActions([action]);
  },

  async dismiss(troubleId: number): Promise<void> {
    await (await open()).delete('trouble', troubleId);
  },

  /** How many stops have something waiting, of all drivers of this phone. */
  async countUnsentStops(): Promise<number> {
    const kept = asApplied(await (await open()).getAll('actions'));
    const waiting = kept.filter(({ settledAtMs }) => settledAtMs === null);
    return new Set(waiting.map(({ pickupId }) => pickupId)).size;
  },

  async keepAnswer(kept: SavedResponse): Promise<void> {
    await (await open()).put('answers', kept);
  },

  async answerOf(userId: string, name: string): Promise<SavedResponse | undefined> {
    return await (await open()).get('answers', [userId, name]);
  },

  /**
   * Forgets what was settled before a route was read: the route says it by itself now. Also what was settled after now, by a clock that
   * has been put right since.
   */
  async forgetSettled(userId: string, beforeMs: number, nowMs: number): Promise<void> {
    const isOver = ({ settledAtMs }: SavedAction) =>
      settledAtMs !== null && (settledAtMs < beforeMs || settledAtMs > nowMs);
    const transaction = (await open()).transaction('actions', 'readwrite');
    for (const action of await transaction.store.index('userId').getAll(userId)) {
      if (isOver(asSettled(action))) await transaction.store.delete(action.seq);
    }
    await transaction.done;
    forgetUnwritten(isOver);
  },

  /** Forgets what was read for other users (all, with null), and what was settled. What waits stays. */
  async forgetAnswers(exceptUserId: string | null): Promise<void> {
    const transaction = (await open()).transaction(['answers', 'actions'], 'readwrite');
    const answers = transaction.objectStore('answers');
    for (const key of await answers.getAllKeys()) if (key[0] !== exceptUserId) await answers.delete(key);
    const actions = transaction.objectStore('actions');
    for (const { seq, userId, settledAtMs } of await actions.getAll()) {
      if (settledAtMs !== null && userId !== exceptUserId) await actions.delete(seq);
    }
    await transaction.done;
  },
};

/** The picture is not needed any more, and it is large; `photoAddress` is where the server shows it. */
export function settled(action: SavedAction, nowMs: number, photoAddress: string | null): SavedAction {
  const { work } = action;
  const rest = work.kind === 'photo' ? { ...work, image: null, address: photoAddress } : work;
  return { ...action, work: rest, settledAtMs: nowMs };
}

/** One transaction. */
async function writeAnswers(done: readonly SavedAction[], refused: readonly Refused[]): Promise<void> {
  const transaction = (await open()).transaction(['actions', 'trouble'], 'readwrite', onDisk);
  const actions = transaction.objectStore('actions');
  // Two tabs without locks may both have sent it: kept once, told once.
  const isKept = async ({ seq }: SavedAction) => (await actions.get(seq)) !== undefined;
  for (const action of done) if (await isKept(action)) await actions.put(action);
  for (const { action, trouble } of refused) {
    if (!(await isKept(action))) continue;
    await transaction.objectStore('trouble').add(trouble as Trouble);
    await actions.delete(action.seq);
  }
  await transaction.done;
}

async function deleteActions(actions: readonly SavedAction[]): Promise<void> {
  const transaction = (await open()).transaction('actions', 'readwrite', onDisk);
  for (const { seq } of actions) await transaction.store.delete(seq);
  await transaction.done;
}

async function changeActions(seqs: readonly number[], change: (action: SavedAction) => SavedAction): Promise<void> {
  const transaction = (await open()).transaction('actions', 'readwrite');
  for (const seq of seqs) {
    const action = await transaction.store.get(seq);
    if (action) await transaction.store.put(change(action));
  }
  await transaction.done;
}
