CREATE TABLE users (
  "id" uuid PRIMARY KEY,
  "username" text NOT NULL,
  "email" text NOT NULL,
  "password" text NOT NULL DEFAULT '',
  "passwordHash" text,
  "role" text NOT NULL DEFAULT 'customer' CHECK (role IN ('customer', 'driver', 'admin')),
  "phone" text,
  "address" text,
  "stripeCustomerId" text,
  "stripeSubscriptionId" text,
  "firstName" text,
  "lastName" text,
  "profileImageUrl" text,
  "isActive" boolean NOT NULL DEFAULT true,
  "lastLoginAt" timestamptz(3),
  "emailVerified" boolean NOT NULL DEFAULT false,
  "emailVerificationToken" text,
  "passwordResetToken" text,
  "passwordResetExpires" timestamptz(3),
  "failedLoginAttempts" integer NOT NULL DEFAULT 0,
  "lockedUntil" timestamptz(3),
  "twoFactorSecret" text,
  "twoFactorEnabled" boolean NOT NULL DEFAULT false,
  "loginHistory" jsonb NOT NULL DEFAULT '[]',
  "isDemo" boolean NOT NULL DEFAULT false,
  "createdAt" timestamptz(3) NOT NULL DEFAULT now(),
  "updatedAt" timestamptz(3) NOT NULL DEFAULT now(),
  "twoFactorLastStep" integer,
  "twoFactorRecoveryCodes" text[] NOT NULL DEFAULT '{}',
  "deletedAt" timestamptz(3)
);

-- Of two duplicates, an insert reports that of the index that was created first.
CREATE UNIQUE INDEX users_username_unique ON users (lower(username));
CREATE UNIQUE INDEX users_email_unique ON users (lower(email));
CREATE INDEX users_demo ON users (id) WHERE "isDemo";
CREATE INDEX users_newest ON users ("createdAt" DESC, id DESC);
CREATE INDEX users_role_newest ON users (role, "createdAt" DESC, id DESC);
CREATE INDEX users_search ON users USING gin (
  lower(username || ' ' || email || ' ' || coalesce("firstName", '') || ' ' || coalesce("lastName", '')) gin_trgm_ops
);
CREATE UNIQUE INDEX users_password_reset ON users ("passwordResetToken") WHERE "passwordResetToken" IS NOT NULL;
-- The tokens of emailed links are stored as hashes only.
CREATE UNIQUE INDEX users_email_verification ON users ("emailVerificationToken")
  WHERE "emailVerificationToken" IS NOT NULL;
CREATE INDEX users_address_search ON users USING gin (lower(address) gin_trgm_ops);
-- Names and usernames, without the email address.
CREATE INDEX users_names_search ON users
  USING gin (lower(username || ' ' || coalesce("firstName", '') || ' ' || coalesce("lastName", '')) gin_trgm_ops);
-- Digits alone, so that (215) 555-0142 is found however it is typed.
CREATE INDEX users_phone_search ON users USING gin (regexp_replace(phone, '[^0-9]', '', 'g') gin_trgm_ops);

CREATE TABLE sessions (
  "sid" text PRIMARY KEY,
  "sess" jsonb NOT NULL,
  "expire" timestamptz(3) NOT NULL,
  "userId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "id" uuid NOT NULL DEFAULT gen_random_uuid(),
  "lastUsedAt" timestamptz(3) NOT NULL DEFAULT now(),
  "lastIp" text,
  "confirmedAt" timestamptz(3)
);

CREATE INDEX sessions_expire ON sessions (expire);
CREATE INDEX sessions_user ON sessions ("userId");
CREATE UNIQUE INDEX sessions_id ON sessions (id);

CREATE TABLE sign_in_devices (
  "userId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "deviceId" uuid NOT NULL,
  "failures" integer NOT NULL DEFAULT 0,
  "lockedUntil" timestamptz(3),
  "signedInAt" timestamptz(3) NOT NULL,
  PRIMARY KEY ("userId", "deviceId")
);

CREATE INDEX sign_in_devices_signed_in ON sign_in_devices ("signedInAt");

CREATE TABLE email_changes (
  "id" uuid PRIMARY KEY,
  "userId" uuid NOT NULL REFERENCES users ("id") ON DELETE CASCADE,
  "oldEmail" text NOT NULL,
  "newEmail" text NOT NULL,
  "isConfirmed" boolean NOT NULL,
  "undoToken" text,
  "undoUntil" timestamptz(3) NOT NULL
);

CREATE INDEX email_changes_user ON email_changes ("userId");
CREATE INDEX email_changes_old_email ON email_changes (lower("oldEmail"));
CREATE INDEX email_changes_undo_token ON email_changes ("undoToken");
CREATE INDEX email_changes_undo_until ON email_changes ("undoUntil");

CREATE TABLE customer_notes (
  "id" uuid PRIMARY KEY,
  "customerId" uuid NOT NULL REFERENCES users ("id"),
  "authorId" uuid NOT NULL REFERENCES users ("id"),
  "text" text NOT NULL,
  "createdAt" timestamptz(3) NOT NULL
);

CREATE INDEX customer_notes_of_customer ON customer_notes ("customerId", "createdAt" DESC, id DESC);

CREATE TABLE push_subscriptions (
  "sid" text PRIMARY KEY REFERENCES sessions ("sid") ON DELETE CASCADE,
  "endpoint" text NOT NULL,
  "p256dh" text NOT NULL,
  "auth" text NOT NULL,
  "createdAt" timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX push_subscriptions_endpoint ON push_subscriptions (endpoint);
