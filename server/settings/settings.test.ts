import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';
import { settingsTable } from './table.ts';

const databaseUrl = 'postgres://stoop:secret@db.example:5432/stoop';

function refusal(env: NodeJS.ProcessEnv, argv: string[] = []): string {
  try {
    readSettings(env, argv);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    const { message } = error as SettingsError;
    expect(message).not.toContain('\n');
    return message;
  }
  throw new Error('nothing was refused');
}

describe('defaults', () => {
  it('are a demo on this machine', () => {
    expect(readSettings({}, [])).toEqual({
      drainMs: 0,
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      poolSize: 12,
      appUrl: 'http://127.0.0.1:3000',
      brandName: 'Stoop',
      supportPhone: '(215) 555-0107',
      supportEmail: 'hello@stoop.example',
      businessAddress: undefined,
      stripePublishableKey: undefined,
      stripe: undefined,
      smtp: undefined,
      mailFrom: { name: 'Stoop', address: 'hello@stoop.example' },
      twilio: undefined,
      textsPerDay: { all: 500, perPerson: 10 },
      pushServiceUrl: undefined,
      googleMapsApiKey: undefined,
      geocoder: 'census',
      censusGeocoderUrl: 'https://geocoding.geo.census.gov',
      osrmUrl: undefined,
      routeSpeedMph: 18,
      workTimes: { startTime: '07:00', stopSeconds: 180, bagSeconds: 20 },
      setTimes: { stopSeconds: 180, bagSeconds: 20 },
      measuredTimes: null,
      routeHours: 8,
      staffIdleHours: 24,
      routeStart: undefined,
      routeEnd: undefined,
      mapStyleUrl: undefined,
      sameDayCutoff: undefined,
      changeCutoff: '18:00',
      lateRefundPercent: 50,
      incompletePhoto: 'off',
      bucket: undefined,
      nightlyBackup: undefined,
      requireStaffTwoFactor: false,
      twoFactorKey: undefined,
      logLevel: 'warn',
      metricsToken: undefined,
      trustProxy: false,
      ceilings: {
        openPayments: 200,
        unpaidBookings: 200,
        paymentsPerHour: 600,
        refusedCards: 100,
        cardForms: 200,
        photos: 3000,
        perAddress: 10,
      },
      ...{ officeHours: undefined, passages: {}, truckBags: 120, ownerVersion: 0 },
      production: false,
      demo: true,
    });
  });

  it('use Google as geocoder when there is a key, unless set otherwise', () => {
    expect(readSettings({ GOOGLE_MAPS_API_KEY: 'AIza-1' }, []).geocoder).toBe('google');
    expect(readSettings({ GOOGLE_MAPS_API_KEY: 'AIza-1', GEOCODER: 'off' }, []).geocoder).toBe('off');
  });

  it('apply to empty values', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', STRIPE_SECRET_KEY: '' }, [])).toEqual(readSettings({}, []));
  });

  it('are listed once per setting, with a sentence', () => {
    const names = settingsTable.map((setting) => setting.name);
    expect(new Set(names).size).toBe(names.length);
    for (const { description } of settingsTable) expect(description).toMatch(/^[^\n|]+\.$/);
  });
});

describe('values', () => {
  it('reads every setting', () => {
    const settings = readSettings(
      {
        PORT: '0',
        HOST: '0.0.0.0',
        DATA_DIR: '/srv/stoop',
        DATABASE_URL: databaseUrl,
        POOL_SIZE: '30',
        NODE_ENV: 'production',
        APP_URL: 'https://stoop.example/',
        BRAND_NAME: ' Kerb ',
        SUPPORT_PHONE: '(215) 555-0199',
        SUPPORT_EMAIL: 'help@kerb.example',
        BUSINESS_ADDRESS: '1 Kerb St, Philadelphia, PA 19103',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_abc123',
        STRIPE_SECRET_KEY: 'sk_test_letters',
        STRIPE_WEBHOOK_SECRET: 'whsec_letters',
        STRIPE_API_URL: 'http://127.0.0.1:12111',
        SMTP_URL: 'smtps://kerb%40mail.example:p%40ss%2Fw%3Ard@mail.example',
        MAIL_FROM: 'The Kerb <no-reply@kerb.example>',
        TWILIO_ACCOUNT_SID: `AC${'0a'.repeat(16)}`,
        TWILIO_AUTH_TOKEN: 'letters'.repeat(4),
        TWILIO_FROM: '+12155550107',
        MAX_TEXTS: '20',
        MAX_TEXTS_PER_PERSON: '4',
        GOOGLE_MAPS_API_KEY: 'AIza-letters_1',
        GEOCODER: 'census',
        CENSUS_GEOCODER_URL: 'http://127.0.0.1:9000/census',
        OSRM_URL: 'http://127.0.0.1:5000',
        ROUTE_SPEED_MPH: '22.5',
        ROUTE_START_TIME: '06:30',
        ROUTE_START: '39.9526,-75.1652',
        ROUTE_END: '39.9,-75.2',
        ROUTE_HOURS: '6.5',
        STAFF_IDLE_HOURS: 'off',
        DRAIN_SECONDS: '12',
        STOP_MINUTES: '2',
        BAG_SECONDS: '15',
        MAP_STYLE_URL: 'https://maps.example/styles/streets.json?key=letters',
        SAME_DAY_CUTOFF: '14:30',
        CHANGE_CUTOFF: '17:00',
        LATE_REFUND_PERCENT: '0',
        INCOMPLETE_PHOTO: 'required',
        S3_ENDPOINT: 'https://s3.example/',
        S3_BUCKET: 'kerb-photos',
        S3_REGION: 'auto',
        S3_ACCESS_KEY_ID: 'AKIAletters1',
        S3_SECRET_ACCESS_KEY: 'letters/and+more',
        BACKUP_DIR: '/mnt/backups',
        BACKUP_AT: '03:15',
        REQUIRE_STAFF_2FA: 'true',
        TWO_FACTOR_KEY: 'aB'.repeat(32),
        LOG_LEVEL: 'warn',
        METRICS_TOKEN: 'letters',
        TRUST_PROXY: '2',
        MAX_OPEN_PAYMENTS: '2',
        MAX_PAYMENTS_PER_HOUR: '3',
        MAX_UNPAID_BOOKINGS: '4',
        MAX_REFUSED_CARDS: '5',
        MAX_CARD_FORMS: '6',
        MAX_PHOTOS: '7',
        MAX_CUSTOMERS_PER_ADDRESS: '8',
      },
      [],
    );
    expect(settings).toEqual({
      port: 0,
      drainMs: 12_000,
      host: '0.0.0.0',
      dataDir: '/srv/stoop',
      databaseUrl,
      poolSize: 30,
      appUrl: 'https://stoop.example',
      brandName: 'Kerb',
      supportPhone: '(215) 555-0199',
      supportEmail: 'help@kerb.example',
      businessAddress: '1 Kerb St, Philadelphia, PA 19103',
      stripePublishableKey: 'pk_test_abc123',
      stripe: {
        secretKey: 'sk_test_letters',
        publishableKey: 'pk_test_abc123',
        webhookSecret: 'whsec_letters',
        apiUrl: new URL('http://127.0.0.1:12111'),
      },
      smtp: {
        host: 'mail.example',
        port: 465,
        encrypt: 'first',
        auth: { user: 'kerb@mail.example', pass: 'p@ss/w:rd' },
      },
      mailFrom: { name: 'The Kerb', address: 'no-reply@kerb.example' },
      twilio: {
        accountSid: `AC${'0a'.repeat(16)}`,
        authToken: 'letters'.repeat(4),
        from: '+12155550107',
        apiUrl: undefined,
      },
      textsPerDay: { all: 20, perPerson: 4 },
      googleMapsApiKey: 'AIza-letters_1',
      geocoder: 'census',
      censusGeocoderUrl: 'http://127.0.0.1:9000/census',
      osrmUrl: 'http://127.0.0.1:5000',
      routeSpeedMph: 22.5,
      workTimes: { startTime: '06:30', stopSeconds: 120, bagSeconds: 15 },
      setTimes: { stopSeconds: 120, bagSeconds: 15 },
      measuredTimes: null,
      routeHours: 6.5,
      staffIdleHours: null,
      routeStart: { latitude: 39.9526, longitude: -75.1652, precision: 'address' },
      routeEnd: { latitude: 39.9, longitude: -75.2, precision: 'address' },
      mapStyleUrl: 'https://maps.example/styles/streets.json?key=letters',
      sameDayCutoff: '14:30',
      changeCutoff: '17:00',
      lateRefundPercent: 0,
      incompletePhoto: 'required',
      bucket: {
        endpoint: 'https://s3.example',
        bucket: 'kerb-photos',
        region: 'auto',
        accessKeyId: 'AKIAletters1',
        secretAccessKey: 'letters/and+more',
      },
      nightlyBackup: { dir: '/mnt/backups', at: '03:15' },
      requireStaffTwoFactor: true,
      twoFactorKey: Buffer.alloc(32, 0xab),
      logLevel: 'warn',
      metricsToken: 'letters',
      trustProxy: 2,
      // With real payments, the limits apply as set. With simulated payments, they are ten times as high.
      ceilings: {
        openPayments: 2,
        paymentsPerHour: 3,
        unpaidBookings: 4,
        refusedCards: 5,
        cardForms: 6,
        photos: 7,
        perAddress: 8,
      },
      ...{ officeHours: undefined, passages: {}, truckBags: 120, ownerVersion: 0 },
      pushServiceUrl: undefined,
      production: true,
      demo: false,
    });
  });

  it.each([
    ['true', true],
    ['false', false],
    ['0', 0],
  ])('TRUST_PROXY=%s', (value, expected) => {
    expect(readSettings({ TRUST_PROXY: value }, []).trustProxy).toBe(expected);
  });

  it.each([
    ['no-reply@kerb.example', { name: '', address: 'no-reply@kerb.example' }],
    ['<no-reply@kerb.example>', { name: '', address: 'no-reply@kerb.example' }],
    [' Kerb  <no-reply@kerb.example> ', { name: 'Kerb', address: 'no-reply@kerb.example' }],
    ['"Kerb, Inc." <no-reply@kerb.example>', { name: 'Kerb, Inc.', address: 'no-reply@kerb.example' }],
    ['Kérb & Söhne <no-reply@kerb.example>', { name: 'Kérb & Söhne', address: 'no-reply@kerb.example' }],
  ])('MAIL_FROM=%s', (value, expected) => {
    expect(readSettings({ MAIL_FROM: value }, []).mailFrom).toEqual(expected);
  });

  it('build the sender from the brand and the support address', () => {
    const env = { BRAND_NAME: 'Kerb, Inc.', SUPPORT_EMAIL: 'help@kerb.example' };
    expect(readSettings(env, []).mailFrom).toEqual({ name: 'Kerb, Inc.', address: 'help@kerb.example' });
  });

  it.each([
    ['0.0.0.0', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['[::1]', 'http://[::1]:3000'],
    ['stoop.lan', 'http://stoop.lan:3000'],
  ])('HOST=%s results in the URL %s', (HOST, appUrl) => {
    expect(readSettings({ HOST, DATABASE_URL: databaseUrl }, []).appUrl).toBe(appUrl);
  });

  it.each([
    ['ROUTE_START_TIME', '25:00'],
    ['ROUTE_START', 'Philadelphia'],
    ['ROUTE_END', '91,0'],
    ['ROUTE_HOURS', '0'],
    ['DRAIN_SECONDS', '61'],
    ['DRAIN_SECONDS', '1.5'],
    ['DRAIN_SECONDS', '-1'],
    ['STAFF_IDLE_HOURS', '0'],
    ['STAFF_IDLE_HOURS', '721'],
    ['STAFF_IDLE_HOURS', '1.5'],
    ['STAFF_IDLE_HOURS', 'OFF'],
    ['STOP_MINUTES', '-1'],
    ['BAG_SECONDS', '601'],
    ['BAG_SECONDS', '0.5'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['HOST', 'http://localhost'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/stoop'],
    ['POOL_SIZE', '3'],
    ['POOL_SIZE', '201'],
    ['POOL_SIZE', '12.5'],
    ['NODE_ENV', 'prod'],
    ['APP_URL', 'stoop.example'],
    ['APP_URL', 'https://stoop.example/app'],
    ['APP_URL', 'javascript:alert(1)'],
    ['BRAND_NAME', ' '],
    ['BRAND_NAME', 'two\nlines'],
    ['SUPPORT_EMAIL', 'nobody'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_hunter2'],
    ['STRIPE_SECRET_KEY', 'pk_live_hunter2'],
    ['STRIPE_SECRET_KEY', 'sk_hunter2'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_live_hunter2'],
    ['STRIPE_API_URL', 'https://api.stripe.com'],
    ['STRIPE_API_URL', 'http://192.168.1.5:12111'],
    ['STRIPE_API_URL', 'http://127.0.0.1:12111/v1'],
    ['STRIPE_API_URL', 'http://127.0.0.1'],
    ['TWILIO_ACCOUNT_SID', 'hunter2'],
    ['TWILIO_AUTH_TOKEN', 'two words hunter2'],
    ['TWILIO_FROM', '(215) 555-0107'],
    ['TWILIO_API_URL', 'https://api.twilio.com'],
    ['MAX_TEXTS', '0'],
    ['PUSH_SERVICE_URL', 'https://push.example'],
    ['PUSH_SERVICE_URL', 'http://192.168.1.5:8030'],
    ['PUSH_SERVICE_URL', 'http://127.0.0.1:8030/push'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'https://me:hunter2@mail.example'],
    ['SMTP_URL', 'smtp://me:hunter2%@mail.example'],
    ['SMTP_URL', 'smtp://me:12#hunter2@mail.example'],
    ['SMTP_URL', 'smtp://me:hunter2@mail.example?logger=true'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Kerb <nobody>'],
    ['MAIL_FROM', 'a@kerb.example, b@kerb.example'],
    ['MAIL_FROM', 'Kerb <a@kerb.example> b'],
    ['MAIL_FROM', 'Kerb\r\nBcc: x@kerb.example <a@kerb.example>'],
    ['GOOGLE_MAPS_API_KEY', 'two words hunter2'],
    ['GEOCODER', 'bing'],
    ['GEOCODER', 'google'],
    ['CENSUS_GEOCODER_URL', 'geocoding.geo.census.gov'],
    ['OSRM_URL', 'http://user:hunter2@127.0.0.1:5000'],
    ['OSRM_URL', 'http://127.0.0.1:5000/?key=hunter2'],
    ['ROUTE_SPEED_MPH', '0'],
    ['ROUTE_SPEED_MPH', '4.9'],
    ['ROUTE_SPEED_MPH', '61'],
    ['ROUTE_SPEED_MPH', 'fast'],
    ['MAP_STYLE_URL', 'maps.example/style.json'],
    ['MAP_STYLE_URL', 'http://maps.example/style.json?key=hunter2'],
    ['MAP_STYLE_URL', 'https://me:hunter2@maps.example/style.json'],
    ['MAP_STYLE_URL', 'https://*.example/style.json'],
    ['SAME_DAY_CUTOFF', '24:00'],
    ['SAME_DAY_CUTOFF', '9:00'],
    ['CHANGE_CUTOFF', '6 PM'],
    ['LATE_REFUND_PERCENT', '101'],
    ['LATE_REFUND_PERCENT', '12.5'],
    ['INCOMPLETE_PHOTO', 'yes'],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_ENDPOINT', 'https://me:hunter2@s3.example'],
    ['S3_BUCKET', 'Kerb/photos'],
    ['S3_REGION', 'us east'],
    ['S3_ACCESS_KEY_ID', 'two words hunter2'],
    ['S3_SECRET_ACCESS_KEY', 'two words hunter2'],
    ['LOG_LEVEL', 'verbose'],
    ['METRICS_TOKEN', 'two words hunter2'],
    ['TRUST_PROXY', 'yes'],
    ['MAX_OPEN_PAYMENTS', '0'],
    ['MAX_REFUSED_CARDS', '1.5'],
    ['MAX_PHOTOS', 'many'],
  ])('rejects %s=%s by name without its value', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(name);
    expect(message).not.toContain('hunter2');
  });

  it.each([
    ['MAX_PAYMENTS_PER_HOUR', '99999', '9999'],
    ['MAX_UNPAID_BOOKINGS', '9999999', '22'],
    ['MAX_REFUSED_CARDS', '214749', '1000'],
    ['MAX_CARD_FORMS', '1000', '214749'],
    ['MAX_PHOTOS', '9999999', '30'],
  ])('rejects %s=%s for %s customers of an address, which no counter can hold', (name, limit, customers) => {
    const most = 'must be at most 214748364 with simulated payments, which allow 10 times as much.';
    const env = { [name]: limit, MAX_CUSTOMERS_PER_ADDRESS: customers };
    expect(refusal(env)).toBe(`${name} multiplied by MAX_CUSTOMERS_PER_ADDRESS ${most}`);
  });

  it('names all limits whose product is too large, and allows ten times as much with real payments', () => {
    const env = { MAX_PHOTOS: '214749', MAX_CARD_FORMS: '214749', MAX_CUSTOMERS_PER_ADDRESS: '1000' };
    expect(refusal(env)).toContain('MAX_CARD_FORMS, MAX_PHOTOS multiplied by MAX_CUSTOMERS_PER_ADDRESS');
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_live_letters',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_letters',
      STRIPE_WEBHOOK_SECRET: 'whsec_letters',
      NODE_ENV: 'production',
    };
    expect(readSettings({ ...stripe, ...env }, []).ceilings).toMatchObject({ photos: 214_749, perAddress: 1000 });
    expect(refusal({ ...stripe, ...env, MAX_CUSTOMERS_PER_ADDRESS: '10000' })).toBe(
      'MAX_CARD_FORMS, MAX_PHOTOS multiplied by MAX_CUSTOMERS_PER_ADDRESS must be at most 2147483646.',
    );
  });

  it('STOP_MINUTES becomes whole seconds, which SQL can add up', () => {
    expect(readSettings({ STOP_MINUTES: '1.1' }, []).workTimes.stopSeconds).toBe(66);
    expect(readSettings({ STOP_MINUTES: '0.01' }, []).workTimes.stopSeconds).toBe(1);
  });

  it.each([
    [{ S3_BUCKET: 'kerb-photos' }, 'S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'],
    [{ S3_REGION: 'auto' }, 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY'],
    [{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'kerb', S3_ACCESS_KEY_ID: 'AK' }, 'S3_SECRET_ACCESS_KEY'],
  ])('rejects a partly configured bucket: %o', (env, missing) => {
    expect(refusal(env)).toContain(`also needs ${missing}.`);
  });

  it('accepts complete settings for text messages, and a stand-in for Twilio only outside production', () => {
    const all = {
      TWILIO_ACCOUNT_SID: `AC${'0a'.repeat(16)}`,
      TWILIO_AUTH_TOKEN: 'letters'.repeat(4),
      TWILIO_FROM: '22395',
    };
    const { TWILIO_FROM: _, ...part } = all;
    expect(refusal(part)).toBe('Text messages also need TWILIO_FROM. Set all three, or none.');
    const standIn = { ...all, DATABASE_URL: databaseUrl, TWILIO_API_URL: 'http://127.0.0.1:12112' };
    expect(refusal({ TWILIO_API_URL: standIn.TWILIO_API_URL })).toContain('TWILIO_ACCOUNT_SID');
    expect(readSettings(standIn, []).twilio).toMatchObject({ from: '22395', apiUrl: new URL(standIn.TWILIO_API_URL) });
    expect(refusal({ ...standIn, NODE_ENV: 'production' })).toContain('TWILIO_API_URL is for tests only');
  });

  it('accepts a stand-in for the push services only outside production', () => {
    const env = { DATABASE_URL: databaseUrl, PUSH_SERVICE_URL: 'http://127.0.0.1:8030' };
    expect(readSettings(env, []).pushServiceUrl).toBe('http://127.0.0.1:8030');
    expect(refusal({ ...env, NODE_ENV: 'production' })).toContain('PUSH_SERVICE_URL is for tests only');
  });

  it('names all invalid settings', () => {
    expect(refusal({ PORT: 'x', LOG_LEVEL: 'y' })).toMatch(/PORT .*; LOG_LEVEL /);
  });
});

describe('live payments', () => {
  const keys = {
    DATABASE_URL: databaseUrl,
    STRIPE_SECRET_KEY: 'sk_live_hunter2',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_letters',
    STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
  };

  it('accept matching keys, also a restricted one', () => {
    const { stripe } = readSettings(keys, []);
    expect(stripe).toEqual({
      secretKey: 'sk_live_hunter2',
      publishableKey: 'pk_live_letters',
      webhookSecret: 'whsec_hunter2',
      apiUrl: undefined,
    });
    expect(readSettings({ ...keys, STRIPE_SECRET_KEY: 'rk_live_letters' }, []).stripe?.secretKey).toBe(
      'rk_live_letters',
    );
  });

  it('are off without a secret key', () => {
    expect(readSettings({ STRIPE_PUBLISHABLE_KEY: 'pk_live_letters' }, []).stripe).toBeUndefined();
  });

  it.each([
    [{ STRIPE_PUBLISHABLE_KEY: '' }, 'without STRIPE_PUBLISHABLE_KEY'],
    [{ STRIPE_WEBHOOK_SECRET: '' }, 'without STRIPE_WEBHOOK_SECRET'],
    [{ STRIPE_SECRET_KEY: '' }, 'STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY'],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_letters' }, 'Use keys of the same mode'],
    [{ STRIPE_API_URL: 'http://127.0.0.1:12111' }, 'for test keys only'],
    [{ DATABASE_URL: '' }, 'the demo, whose passwords are public'],
  ])('refuses %j', (change, why) => {
    const message = refusal({ ...keys, ...change });
    expect(message).toContain(why);
    expect(message).not.toContain('hunter2');
  });
});

describe('demo', () => {
  it.each(['127.0.0.1', '127.0.1.1', 'localhost', '::1'])('may listen on %s', (HOST) => {
    expect(readSettings({ HOST }, []).demo).toBe(true);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'stoop.lan', '127.0.0.1.example.com'])('may not listen on %s', (HOST) => {
    expect(refusal({ HOST })).toMatch(/DATABASE_URL or NODE_ENV=production/);
  });

  it.each([{ DATABASE_URL: databaseUrl }, { NODE_ENV: 'production' }])('is off with %o', (env) => {
    const settings = readSettings({ ...env, HOST: '0.0.0.0' }, []);
    expect(settings.demo).toBe(false);
  });
});

describe('unknown settings', () => {
  it.each(['--port=8080', '-h', 'start', ''])("refuses the argument '%s'", (argument) => {
    expect(refusal({}, [argument])).toContain('Unknown argument');
  });

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['DATA_DIRS', 'DATA_DIR'],
    ['DTAA_DIR', 'DATA_DIR'],
    ['PROT', 'PORT'],
    ['PORTT', 'PORT'],
    ['port', 'PORT'],
    ['HSOT', 'HOST'],
    ['NODE_EVN', 'NODE_ENV'],
    ['NODEENV', 'NODE_ENV'],
    ['APPURL', 'APP_URL'],
    ['BRAND_NAM', 'BRAND_NAME'],
    ['SUPORT_PHONE', 'SUPPORT_PHONE'],
    ['STRIPE_SECRET', undefined],
    ['STRIPE_PUBLISHABLE_KYE', 'STRIPE_PUBLISHABLE_KEY'],
    ['SAMEDAY_CUTOFF', 'SAME_DAY_CUTOFF'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['STOOP_PORT_NUMBER', undefined],
    ['BRAND_COLOR', undefined],
  ])('refuses %s', (name, meant) => {
    const message = refusal({ [name]: 'x' });
    expect(message).toContain(name);
    if (meant === undefined) expect(message).toContain('README');
    else expect(message).toContain(`Did you mean ${meant}?`);
  });

  // Variables that shells, desktops, package managers, containers and other tools set.
  const ordinary = `
    PATH HOME PWD OLDPWD SHELL SHLVL USER USERNAME LOGNAME LANG LANGUAGE LC_ALL TERM COLORTERM EDITOR PAGER TZ TMPDIR TEMP
    TMP MAIL HOSTNAME HOSTTYPE OSTYPE MACHTYPE HISTFILE HISTSIZE DISPLAY _ IFS PS1 CDPATH MANPATH INFOPATH DIRSTACK
    XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR XDG_CONFIG_DIRS DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK SSH_CONNECTION
    NODE NODE_PATH NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_NO_WARNINGS NODE_CHANNEL_FD NODE_VERSION NODENV_ROOT NODENV_DIR
    NVM_DIR NVM_BIN npm_config_port npm_config_host npm_config_loglevel npm_lifecycle_event npm_package_name INIT_CWD
    YARN_VERSION COLOR FORCE_COLOR NO_COLOR CI TEST VITEST MODE DEV PROD SSR BASE_URL API_URL API_PORT WEB_URL URL
    PORTAGE_CONFIGROOT PORTDIR SORT POST LHOST RHOST VHOST GHOST HOSTS HOT SPORT EXPORT REPORT PORTS SUPPORT SUPPORTS
    DOCKER_HOST DB_HOST DB_PORT REDIS_HOST PGHOST PGPORT PGDATA PGDATABASE DATABASE DATABASE_NAME TEST_DATABASE_URL
    MYSQL_HOST HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy FTP_PROXY RSYNC_PROXY RUST_LOG
    LOG_FILE LOG_DIR DEBUG GIT_EDITOR GPG_TTY JAVA_HOME GOPATH CARGO_HOME PYTHONPATH VIRTUAL_ENV CONDA_PREFIX
    KUBERNETES_SERVICE_HOST KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR STOOP_SERVICE_HOST STOOP_SERVICE_PORT_HTTP
    STOOP_PORT_3000_TCP STOOP_PORT_3000_TCP_PROTO METRICS_SERVICE_PORT SystemRoot ProgramFiles APPDATA LOCALAPPDATA
    COMPUTERNAME WSL_DISTRO_NAME BROWSER BUILD_ID JOB_NAME GITHUB_TOKEN AWS_REGION DYNO HEROKU_APP_NAME RAILWAY_STATIC_URL
    VERCEL_URL RENDER_EXTERNAL_URL K_SERVICE INVOCATION_ID JOURNAL_STREAM MAINPID LISTEN_FDS MEMORY_LIMIT
  `
    .trim()
    .split(/\s+/);

  it.each(ordinary)('ignores %s', (name) => {
    expect(() => readSettings({ [name]: 'something' }, [])).not.toThrow();
  });

  it('ignores the address of a linked service', () => {
    expect(() => readSettings({ STOOP_PORT: 'tcp://10.0.0.7:3000' }, [])).not.toThrow();
  });
});

it('drains for five seconds unless the server listens on this machine only', () => {
  const drainMs = (env: Record<string, string>) => readSettings({ DATABASE_URL: databaseUrl, ...env }, []).drainMs;
  expect(drainMs({ HOST: '0.0.0.0' })).toBe(5_000);
  expect([drainMs({}), drainMs({ HOST: 'localhost' }), drainMs({ HOST: '::1' })]).toEqual([0, 0, 0]);
  expect([drainMs({ DRAIN_SECONDS: '3' }), drainMs({ HOST: '0.0.0.0', DRAIN_SECONDS: '0' })]).toEqual([3_000, 0]);
});
