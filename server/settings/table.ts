/** A setting. `default` is its value when unset; `unset` describes the behavior without it. */
type Setting = readonly [name: string, without: { default: string } | { unset: string }, description: string];

/** The settings. One or two sentences describe each. */
const settings = [
  ['PORT', { default: '3000' }, 'The port to listen on; 0 takes any free one.'],
  ['HOST', { default: '127.0.0.1' }, 'The address to listen on. The demo listens on this machine only.'],
  ['DATA_DIR', { default: './data' }, 'The folder for the embedded database and other files.'],
  [
    'DATABASE_URL',
    { unset: 'none: the embedded database' },
    'A PostgreSQL 15 or newer to use instead, as postgres://user:password@host:5432/name.',
  ],
  [
    'POOL_SIZE',
    { default: '12' },
    'The database connections of a process for requests and jobs, 4 to 200. The job queue takes four more.',
  ],
  ['NODE_ENV', { default: 'development' }, 'production turns the demo off; the other values are development and test.'],
  ['APP_URL', { unset: 'http://HOST:PORT' }, 'The address people use, for links in emails and for return addresses.'],
  ['BRAND_NAME', { default: 'Stoop' }, 'The name shown to people.'],
  ['SUPPORT_PHONE', { default: '(215) 555-0107' }, 'The phone number shown to people.'],
  ['SUPPORT_EMAIL', { default: 'hello@stoop.example' }, 'The email address shown to people.'],
  ['BUSINESS_ADDRESS', { unset: 'none' }, 'The postal address shown on receipts.'],
  ['STRIPE_PUBLISHABLE_KEY', { unset: 'none' }, 'The public key (pk_…) that the browser gets.'],
  [
    'STRIPE_SECRET_KEY',
    { unset: 'none: simulated payments' },
    'The secret key (sk_… or rk_…): real cards are charged. Needs the other two keys.',
  ],
  ['STRIPE_WEBHOOK_SECRET', { unset: 'none' }, 'The signing secret (whsec_…) of the webhook endpoint.'],
  [
    'STRIPE_API_URL',
    { unset: 'none: Stripe' },
    'For tests: a stand-in for Stripe on this machine, with test keys only.',
  ],
  [
    'SMTP_URL',
    { unset: 'none: files in DATA_DIR/mail' },
    'The server that sends email, as smtp://user:password@host:587 or smtps://….',
  ],
  ['MAIL_FROM', { unset: 'BRAND_NAME, SUPPORT_EMAIL' }, 'The sender of every email, as Stoop <hello@stoop.example>.'],
  [
    'TWILIO_ACCOUNT_SID',
    { unset: 'none: no text messages' },
    'The account (AC…) that sends text messages. Needs the next two.',
  ],
  ['TWILIO_AUTH_TOKEN', { unset: 'none' }, 'The secret of that account. It also verifies what Twilio reports.'],
  [
    'TWILIO_FROM',
    { unset: 'none' },
    'Who sends text messages: a phone number such as +12155550107, a short code, or the SID of a messaging service (MG…).',
  ],
  [
    'TWILIO_API_URL',
    { unset: 'none: Twilio' },
    'For tests: a stand-in for Twilio on this machine. Refused in production.',
  ],
  ['MAX_TEXTS', { default: '500' }, 'The text messages sent in a day in all. The others are dropped.'],
  ['MAX_TEXTS_PER_PERSON', { default: '10' }, 'The text messages sent to one person in a day.'],
  [
    'PUSH_SERVICE_URL',
    { unset: "none: the browsers' push services" },
    'For tests: a stand-in for the push services on this machine. Refused in production.',
  ],
  [
    'GOOGLE_MAPS_API_KEY',
    { unset: 'none: sample addresses' },
    'The key for Google Places (New), which suggests addresses as people type, and for Google Geocoding.',
  ],
  [
    'GEOCODER',
    { unset: 'google with a key, else census' },
    'Where coordinates come from: google, census (the US Census Bureau, free) or off (ZIP code only).',
  ],
  [
    'CENSUS_GEOCODER_URL',
    { default: 'https://geocoding.geo.census.gov' },
    'The address of the US Census geocoder, or of a proxy for it.',
  ],
  [
    'OSRM_URL',
    { unset: 'none: estimated distances' },
    'An OSRM server whose table service returns the distances between stops, as http://127.0.0.1:5000.',
  ],
  [
    'ROUTE_SPEED_MPH',
    { default: '18' },
    'The speed of a truck where no OSRM server gives travel times, 5 to 60 miles an hour.',
  ],
  ['ROUTE_START_TIME', { default: '07:00' }, 'When drivers set out, as a New York time (HH:MM).'],
  ['ROUTE_START', { unset: 'none: the first stop' }, 'Where every route starts, as latitude,longitude.'],
  ['ROUTE_END', { unset: 'none: the last stop' }, 'Where every route ends, as latitude,longitude.'],
  ['ROUTE_HOURS', { default: '8' }, "The length of a driver's working day, 1 to 16 hours. No area holds more work."],
  ['STOP_MINUTES', { default: '3' }, 'The time for each stop, 0 to 60 minutes; rounded to seconds.'],
  ['BAG_SECONDS', { default: '20' }, 'The extra time for each bag, 0 to 600 whole seconds.'],
  [
    'MAP_STYLE_URL',
    { unset: 'none: our own map' },
    "A MapLibre style that shows streets under the routes, such as OpenFreeMap's free https://tiles.openfreemap.org/styles/liberty. Its tiles, glyphs and sprites must come from the same host.",
  ],
  [
    'SAME_DAY_CUTOFF',
    { unset: 'none' },
    'The New York time (HH:MM) after which no pickup can be booked for the same day.',
  ],
  ['INCOMPLETE_PHOTO', { default: 'off' }, 'required: a driver has to take a photo to mark a stop incomplete; or off.'],
  [
    'CHANGE_CUTOFF',
    { default: '18:00' },
    'The New York time (HH:MM) on the day before service until which a booking can be moved or cancelled for free, and one made by phone must be paid.',
  ],
  [
    'LATE_REFUND_PERCENT',
    { default: '50' },
    'How much of the price a cancellation after CHANGE_CUTOFF refunds, 0 to 100 percent.',
  ],
  [
    'S3_ENDPOINT',
    { unset: 'none: files in DATA_DIR/photos' },
    "The endpoint of a bucket for the drivers' photos and copies of backups, as https://s3.us-east-1.amazonaws.com. Needs the bucket and both keys.",
  ],
  ['S3_BUCKET', { unset: 'none' }, 'The name of the bucket.'],
  ['S3_REGION', { default: 'us-east-1' }, 'The region of the bucket; auto for some services.'],
  ['S3_ACCESS_KEY_ID', { unset: 'none' }, 'The ID of a key that may read, write and delete in the bucket.'],
  ['S3_SECRET_ACCESS_KEY', { unset: 'none' }, 'The secret of that key.'],
  [
    'BACKUP_DIR',
    { unset: 'none: no nightly backups' },
    'The folder for a backup each night, best on another disk. A bucket gets a copy.',
  ],
  ['BACKUP_AT', { default: '02:30' }, 'When the nightly backup begins, as a New York time (HH:MM).'],
  [
    'STAFF_IDLE_HOURS',
    { default: '24' },
    'How long an admin or driver stays signed in without using the app, 1 to 720 hours, or off.',
  ],
  [
    'REQUIRE_STAFF_2FA',
    { default: 'false' },
    'true: an admin who has not turned on two-factor sign-in can do nothing else. Recommended.',
  ],
  [
    'TWO_FACTOR_KEY',
    { unset: 'none: stored as they are' },
    'The key that encrypts the keys of authenticator apps in the database: 64 hex digits, as from openssl rand -hex 32.',
  ],
  ['LOG_LEVEL', { unset: 'info; warn in the demo' }, 'fatal, error, warn, info, debug, trace or silent.'],
  ['METRICS_TOKEN', { unset: 'none: loopback only; closed in production' }, 'The bearer token that opens /metrics.'],
  [
    'TRUST_PROXY',
    { default: 'false' },
    'The number of proxies in front whose X-Forwarded-For header is trusted, or true for all.',
  ],
  [
    'DRAIN_SECONDS',
    { unset: '5; 0 on 127.0.0.1' },
    'How long a server that was told to stop still serves, while /readyz sends proxies to other instances, 0 to 60 seconds. Above 5, raise the stop_grace_period of compose.yaml too.',
  ],
  [
    'MAX_OPEN_PAYMENTS',
    { default: '20' },
    'The unpaid payments a customer may have open at a time. Simulated payments allow ten times this and the next five.',
  ],
  ['MAX_PAYMENTS_PER_HOUR', { default: '60' }, 'The payments a customer may open in an hour.'],
  ['MAX_UNPAID_BOOKINGS', { default: '20' }, 'The unpaid pickups a customer may have booked at a time.'],
  ['MAX_REFUSED_CARDS', { default: '10' }, 'The refused cards a customer may try in an hour.'],
  ['MAX_CARD_FORMS', { default: '20' }, 'The times a customer may open the form for another card in an hour.'],
  ['MAX_PHOTOS', { default: '300' }, 'The photos a driver may send in an hour.'],
  [
    'MAX_CUSTOMERS_PER_ADDRESS',
    { default: '10' },
    'One IP address may do in an hour what this many customers may. Multiplied by another limit, at most 2147483646 with real payments and 214748364 with simulated ones.',
  ],
] as const satisfies readonly Setting[];

/** Every setting, in the README's order. `npm run settings` makes the README's table and `.env.example` from it. */
export const settingsTable = settings.map(([name, without, description]) => ({ name, ...without, description }));
