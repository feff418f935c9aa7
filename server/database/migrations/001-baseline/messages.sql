-- No foreign key to users: its lock would deadlock with the deletion of an account, which holds the user's row and
-- waits for pickups.
CREATE TABLE messages (
  "id" uuid PRIMARY KEY,
  "kind" text NOT NULL,
  "channel" text NOT NULL CHECK (channel IN ('email', 'push', 'sms', 'bell')),
  "recipientId" uuid NOT NULL,
  "subject" text NOT NULL CHECK (subject IN ('pickup', 'payment', 'plan', 'account', 'import', 'waiting-list')),
  "subjectId" uuid NOT NULL,
  "revision" text NOT NULL,
  "details" jsonb NOT NULL DEFAULT '{}',
  "createdAt" timestamptz(3) NOT NULL,
  "dueAt" timestamptz(3) NOT NULL,
  "claimedUntil" timestamptz(3),
  "attempts" integer NOT NULL DEFAULT 0,
  "failure" text,
  "sentAt" timestamptz(3),
  "droppedAt" timestamptz(3),
  "dropReason" text,
  "failedAt" timestamptz(3),
  "handedOverAt" timestamptz(3),
  "providerId" text,
  "deliveredAt" timestamptz(3)
);

CREATE UNIQUE INDEX messages_once ON messages ("subjectId", kind, channel, "recipientId", revision);
CREATE INDEX messages_of_recipient ON messages ("recipientId", "createdAt" DESC, id DESC);
CREATE INDEX messages_texts ON messages ("handedOverAt") WHERE channel = 'sms';

CREATE TABLE notifications (
  "id" uuid PRIMARY KEY,
  "userId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "title" text NOT NULL,
  "message" text NOT NULL,
  "type" text NOT NULL,
  "isRead" boolean NOT NULL DEFAULT false,
  "actionUrl" text,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now()
);

CREATE INDEX notifications_user_newest ON notifications ("userId", "createdAt" DESC, id DESC);
CREATE INDEX notifications_unread ON notifications ("userId") WHERE NOT "isRead";

CREATE TABLE message_preferences (
  "userId" uuid NOT NULL REFERENCES users ("id"),
  "group" text NOT NULL,
  "channel" text NOT NULL CHECK (channel IN ('email', 'push', 'sms')),
  "isOn" boolean NOT NULL,
  "updatedAt" timestamptz(3) NOT NULL,
  PRIMARY KEY ("userId", "group", channel)
);

CREATE TABLE text_consents (
  "userId" uuid PRIMARY KEY REFERENCES users ("id"),
  "phone" text NOT NULL,
  "agreedAt" timestamptz(3) NOT NULL
);

CREATE INDEX text_consents_of_phone ON text_consents (phone);

CREATE TABLE text_refusals (
  "phone" text PRIMARY KEY,
  "code" integer NOT NULL,
  "refusedAt" timestamptz(3) NOT NULL
);

CREATE TABLE refused_emails (
  "email" text PRIMARY KEY,
  "reason" text NOT NULL,
  "refusedAt" timestamptz(3) NOT NULL
);
