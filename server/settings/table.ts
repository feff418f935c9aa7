interface Setting {
  name: string;
  /** One or two sentences. */
  description: string;
}

/**
 * Every setting, in the order of the README. `default` is the value of an unset one; `unset` describes what happens
 * without it. `npm run settings` generates the README's table and `.env.example` from this list.
 */
export const settingsTable = [
  { name: 'PORT', default: '3000', description: 'The port to listen on; 0 takes any free one.' },
  {
    name: 'HOST',
    default: '127.0.0.1',
    description: 'The address to listen on. The demo listens on this machine only.',
  },
  { name: 'DATA_DIR', default: './data', description: 'The folder for the embedded database and other files.' },
  {
    name: 'DATABASE_URL',
    unset: 'none: the embedded database',
    description: 'A PostgreSQL 15 or newer to use instead, as postgres://user:password@host:5432/name.',
  },
  {
    name: 'NODE_ENV',
    default: 'development',
    description: 'production turns the demo off; the other values are development and test.',
  },
  {
    name: 'APP_URL',
    unset: 'http://HOST:PORT',
    description: 'The address people use, for links in emails and for return addresses.',
  },
  { name: 'BRAND_NAME', default: 'Stoop', description: 'The name shown to people.' },
  { name: 'SUPPORT_PHONE', default: '(215) 555-0107', description: 'The phone number shown to people.' },
  { name: 'SUPPORT_EMAIL', default: 'hello@stoop.example', description: 'The email address shown to people.' },
  { name: 'BUSINESS_ADDRESS', unset: 'none', description: 'The postal address shown on receipts.' },
  { name: 'STRIPE_PUBLISHABLE_KEY', unset: 'none', description: 'The public key (pk_…) that the browser gets.' },
  {
    name: 'STRIPE_SECRET_KEY',
    unset: 'none: simulated payments',
    description: 'The secret key (sk_… or rk_…): real cards are charged. Needs the other two keys.',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    unset: 'none',
    description: 'The signing secret (whsec_…) of the webhook endpoint.',
  },
  {
    name: 'STRIPE_API_URL',
    unset: 'none: Stripe',
    description: 'For tests: a stand-in for Stripe on this machine, with test keys only.',
  },
  {
    name: 'SMTP_URL',
    unset: 'none: files in DATA_DIR/mail',
    description: 'The server that sends email, as smtp://user:password@host:587 or smtps://….',
  },
  {
    name: 'MAIL_FROM',
    unset: 'BRAND_NAME, SUPPORT_EMAIL',
    description: 'The sender of every email, as Stoop <hello@stoop.example>.',
  },
  {
    name: 'GOOGLE_MAPS_API_KEY',
    unset: 'none: sample addresses',
    description: 'The key for Google Places (New), which suggests addresses as people type, and for Google Geocoding.',
  },
  {
    name: 'GEOCODER',
    unset: 'google with a key, else census',
    description: 'Where coordinates come from: google, census (the US Census Bureau, free) or off (ZIP code only).',
  },
  {
    name: 'CENSUS_GEOCODER_URL',
    default: 'https://geocoding.geo.census.gov',
    description: 'The address of the US Census geocoder, or of a proxy for it.',
  },
  {
    name: 'OSRM_URL',
    unset: 'none: estimated distances',
    description: 'An OSRM server whose table service returns the distances between stops, as http://127.0.0.1:5000.',
  },
  {
    name: 'ROUTE_SPEED_MPH',
    default: '18',
    description: 'The speed of a truck where no OSRM server gives travel times, 5 to 60 miles an hour.',
  },
  { name: 'ROUTE_START_TIME', default: '07:00', description: 'When drivers set out, as a New York time (HH:MM).' },
  {
    name: 'ROUTE_START',
    unset: 'none: the first stop',
    description: 'Where every route starts, as latitude,longitude.',
  },
  { name: 'ROUTE_END', unset: 'none: the last stop', description: 'Where every route ends, as latitude,longitude.' },
  {
    name: 'ROUTE_HOURS',
    default: '8',
    description: "The length of a driver's working day, 1 to 16 hours. No area holds more work.",
  },
  { name: 'STOP_MINUTES', default: '3', description: 'The time for each stop, 0 to 60 minutes.' },
  { name: 'BAG_SECONDS', default: '20', description: 'The extra time for each bag, 0 to 600 seconds.' },
  {
    name: 'MAP_STYLE_URL',
    unset: 'none: our own sketch',
    description:
      "A MapLibre style that shows streets under the driver's route. Its tiles, glyphs and sprites must come from the same host.",
  },
  {
    name: 'SAME_DAY_CUTOFF',
    unset: 'none',
    description: 'The New York time (HH:MM) after which no pickup can be booked for the same day.',
  },
  {
    name: 'S3_ENDPOINT',
    unset: 'none: files in DATA_DIR/photos',
    description:
      "The endpoint of a bucket for the drivers' photos, as https://s3.us-east-1.amazonaws.com. Needs the bucket and both keys.",
  },
  { name: 'S3_BUCKET', unset: 'none', description: 'The name of the bucket.' },
  { name: 'S3_REGION', default: 'us-east-1', description: 'The region of the bucket; auto for some services.' },
  {
    name: 'S3_ACCESS_KEY_ID',
    unset: 'none',
    description: 'The ID of a key that may read, write and delete in the bucket.',
  },
  { name: 'S3_SECRET_ACCESS_KEY', unset: 'none', description: 'The secret of that key.' },
  {
    name: 'LOG_LEVEL',
    unset: 'info; warn in the demo',
    description: 'fatal, error, warn, info, debug, trace or silent.',
  },
  { name: 'METRICS_TOKEN', unset: 'none: loopback only', description: 'The bearer token that opens /metrics.' },
  {
    name: 'TRUST_PROXY',
    default: 'false',
    description: 'The number of proxies in front whose X-Forwarded-For header is trusted, or true for all.',
  },
] as const satisfies readonly (Setting & ({ default: string } | { unset: string }))[];
