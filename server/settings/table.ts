/** Every setting, in the order of the README's table. `default` is what a person reads, not a value. */
export const settingsTable = [
  { name: 'PORT', default: '3000', description: 'Port to listen on; 0 takes any free one.' },
  { name: 'HOST', default: '127.0.0.1', description: 'Address to listen on. The demo listens on this machine only.' },
  { name: 'DATA_DIR', default: './data', description: 'Where the embedded database and other files are kept.' },
  {
    name: 'DATABASE_URL',
    default: 'none: the embedded database',
    description: 'A PostgreSQL 15 or newer to use instead, as postgres://user:password@host:5432/name.',
  },
  {
    name: 'NODE_ENV',
    default: 'development',
    description: 'production switches the demo off; development and test are the other values.',
  },
  {
    name: 'APP_URL',
    default: 'http://HOST:PORT',
    description: 'The address people use, for links in mails and for return addresses.',
  },
  { name: 'BRAND_NAME', default: 'Stoop', description: 'The name shown to people.' },
  { name: 'SUPPORT_PHONE', default: '(215) 555-0107', description: 'The phone number shown to people.' },
  { name: 'BUSINESS_ADDRESS', default: 'none', description: 'The postal address that receipts show.' },
  { name: 'SUPPORT_EMAIL', default: 'hello@stoop.example', description: 'The e-mail address shown to people.' },
  { name: 'STRIPE_PUBLISHABLE_KEY', default: 'none', description: 'The public key (pk_…) handed to the browser.' },
  {
    name: 'STRIPE_SECRET_KEY',
    default: 'none: simulated payments',
    description: 'The secret key (sk_… or rk_…): real cards are charged. The two others must be set too.',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    default: 'none',
    description: 'The signing secret (whsec_…) of the webhook endpoint.',
  },
  {
    name: 'STRIPE_API_URL',
    default: 'none: Stripe',
    description: 'For tests: a stand-in for Stripe on this machine, with test keys only.',
  },
  {
    name: 'SMTP_URL',
    default: 'none: files in DATA_DIR/mail',
    description: 'The server that mail goes out by, as smtp://user:password@host:587 or smtps://….',
  },
  {
    name: 'MAIL_FROM',
    default: 'BRAND_NAME, SUPPORT_EMAIL',
    description: 'The sender of every mail.',
  },
  {
    name: 'GOOGLE_MAPS_API_KEY',
    default: 'none: sample addresses',
    description:
      'Key for Google Places (New), which looks addresses up while somebody types one, and for Google Geocoding.',
  },
  {
    name: 'GEOCODER',
    default: 'google with a key, else census',
    description: 'Who says where an address is: google, census (the US Census Bureau, free) or off (by ZIP code only).',
  },
  {
    name: 'CENSUS_GEOCODER_URL',
    default: 'https://geocoding.geo.census.gov',
    description: 'Where the US Census geocoder is asked; a proxy, for example.',
  },
  {
    name: 'OSRM_URL',
    default: 'none: estimated distances',
    description: 'An OSRM server whose table service tells the ways between stops, as http://127.0.0.1:5000.',
  },
  {
    name: 'ROUTE_SPEED_MPH',
    default: '18',
    description: 'How fast a truck gets along between stops where no OSRM server says so; 5 to 60 miles an hour.',
  },
  { name: 'ROUTE_START_TIME', default: '07:00', description: 'When a driver sets out, a New York time (HH:MM).' },
  {
    name: 'ROUTE_START',
    default: 'none: the first stop',
    description: 'Where every route starts, as latitude,longitude.',
  },
  {
    name: 'ROUTE_END',
    default: 'none: the last stop',
    description: 'Where every route ends, as latitude,longitude.',
  },
  { name: 'ROUTE_HOURS', default: '8', description: "A day's work of one driver, 1 to 16 hours: no area is larger." },
  { name: 'STOP_MINUTES', default: '3', description: 'What every stop takes, 0 to 60 minutes.' },
  { name: 'BAG_SECONDS', default: '20', description: 'What each bag takes besides, 0 to 600 seconds.' },
  {
    name: 'MAP_STYLE_URL',
    default: 'none: our own sketch',
    description:
      "A map style (MapLibre) for streets under the driver's route. Its tiles, glyphs and sprites must come from the same host.",
  },
  {
    name: 'SAME_DAY_CUTOFF',
    default: 'none',
    description: 'New York time (HH:MM) after which no pickup can be booked for the same day.',
  },
  {
    name: 'S3_ENDPOINT',
    default: 'none: files in DATA_DIR/photos',
    description:
      "Where a bucket for the drivers' photos stands, as https://s3.us-east-1.amazonaws.com. The three others must be set too.",
  },
  {
    name: 'S3_BUCKET',
    default: 'none',
    description: 'The name of the bucket.',
  },
  {
    name: 'S3_REGION',
    default: 'us-east-1',
    description: 'The region of the bucket; auto for some services.',
  },
  {
    name: 'S3_ACCESS_KEY_ID',
    default: 'none',
    description: 'The key that may read, write and delete in the bucket.',
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    default: 'none',
    description: 'Its secret.',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info; warn in the demo',
    description: 'fatal, error, warn, info, debug, trace or silent.',
  },
  { name: 'METRICS_TOKEN', default: 'none: loopback only', description: 'Bearer token that opens /metrics.' },
  {
    name: 'TRUST_PROXY',
    default: 'false',
    description: 'Number of proxies in front whose X-Forwarded-For is believed, or true for all.',
  },
] as const satisfies readonly { name: string; default: string; description: string }[];
