/** A notice in a person's bell. */
export interface Notice {
  readonly userId: string;
  readonly title: string;
  readonly message: string;
  /** Its type in one word: "pickup_booked". */
  readonly type: string;
  /** The page that it opens. */
  readonly actionUrl: string | null;
  /** The pickup that it is about, for staff. */
  readonly pickupId?: string;
  /** When it appears; immediately if absent. */
  readonly dueAt?: Date;
  /** It appears only if its pickup is still completed as at this time (ISO). */
  readonly completedAt?: string;
  /** A second notice with the same key doesn't appear. */
  readonly onceFor?: string;
}

/** A notice in the bell of every admin. */
export type AdminNotice = Pick<Notice, 'title' | 'message' | 'type' | 'actionUrl' | 'onceFor'>;
