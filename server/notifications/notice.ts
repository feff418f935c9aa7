/** What the bell says to a person. */
export interface Notice {
  readonly userId: string;
  readonly title: string;
  readonly message: string;
  /** What it tells of, in one word: "pickup_booked". */
  readonly type: string;
  /** The page that it opens. */
  readonly actionUrl: string | null;
  /** The pickup that it is about, for staff. */
  readonly pickupId?: string;
  /** It appears at this time; now without it. */
  readonly dueAt?: Date;
  /** It appears only if its pickup is still completed as at this time (ISO). */
  readonly completedAt?: string;
  /** A second notice with the same key doesn't appear. */
  readonly onceFor?: string;
}

/** What the bell says to every admin. */
export type AdminNotice = Pick<Notice, 'title' | 'message' | 'type' | 'actionUrl' | 'onceFor'>;
