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
  { name: 'SUPPORT_EMAIL', default: 'hello@stoop.example', description: 'The e-mail address shown to people.' },
  { name: 'STRIPE_PUBLISHABLE_KEY', default: 'none', description: 'The public key (pk_…) handed to the browser.' },
  {
    name: 'STRIPE_SECRET_KEY',
    default: 'none: simulated payments',
    description: 'Refused for now: this version takes simulated payments only.',
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
    description: 'Key for Google Places (New): addresses are then looked up while somebody types one.',
  },
  {
    name: 'SAME_DAY_CUTOFF',
    default: 'none',
    description: 'New York time (HH:MM) after which no pickup can be booked for the same day.',
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
