/** A notice in a person's bell. */
export interface Notice {
  readonly userId: string;
  readonly title: string;
  readonly message: string;
  /** The type, in one word: "pickup_booked". */
  readonly type: string;
  /** The path of the page that the notice opens. */
  readonly actionUrl: string | null;
  /** The pickup that the notice is about, for staff. */
  readonly pickupId?: string;
  /** When the notice appears; immediately if absent. */
  readonly dueAt?: Date;
  /** If set, the notice appears only if its pickup is still completed as of this time (ISO 8601). */
  readonly completedAt?: string;
  /** The notice's key. A second notice with the same key doesn't appear. */
  readonly onceFor?: string;
}

/** A notice in the bell of every admin. */
export type AdminNotice = Pick<Notice, 'title' | 'message' | 'type' | 'actionUrl' | 'onceFor'>;
