import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';
import { settingsTable } from './settings-table.ts';

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
  it('is a demo on this machine when nothing is set', () => {
    expect(readSettings({}, [])).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      appUrl: 'http://127.0.0.1:3000',
      brandName: 'Stoop',
      supportPhone: '(215) 555-0107',
      supportEmail: 'hello@stoop.example',
      stripePublishableKey: undefined,
      smtp: undefined,
      mailFrom: { name: 'Stoop', address: 'hello@stoop.example' },
      googleMapsApiKey: undefined,
      sameDayCutoff: undefined,
      logLevel: 'warn',
      metricsToken: undefined,
      trustProxy: false,
      production: false,
      demo: true,
    });
  });

  it('takes an empty value as not set', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', STRIPE_SECRET_KEY: '' }, [])).toEqual(readSettings({}, []));
  });

  it('lists each setting once, with a sentence', () => {
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
        NODE_ENV: 'production',
        APP_URL: 'https://stoop.example/',
        BRAND_NAME: ' Kerb ',
        SUPPORT_PHONE: '(215) 555-0199',
        SUPPORT_EMAIL: 'help@kerb.example',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_abc123',
        SMTP_URL: 'smtps://kerb%40mail.example:p%40ss%2Fw%3Ard@mail.example',
        MAIL_FROM: 'The Kerb <no-reply@kerb.example>',
        GOOGLE_MAPS_API_KEY: 'AIza-letters_1',
        SAME_DAY_CUTOFF: '14:30',
        LOG_LEVEL: 'warn',
        METRICS_TOKEN: 'letters',
        TRUST_PROXY: '2',
      },
      [],
    );
    expect(settings).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/srv/stoop',
      databaseUrl,
      appUrl: 'https://stoop.example',
      brandName: 'Kerb',
      supportPhone: '(215) 555-0199',
      supportEmail: 'help@kerb.example',
      stripePublishableKey: 'pk_test_abc123',
      smtp: {
        host: 'mail.example',
        port: 465,
        encrypt: 'first',
        auth: { user: 'kerb@mail.example', pass: 'p@ss/w:rd' },
      },
      mailFrom: { name: 'The Kerb', address: 'no-reply@kerb.example' },
      googleMapsApiKey: 'AIza-letters_1',
      sameDayCutoff: '14:30',
      logLevel: 'warn',
      metricsToken: 'letters',
      trustProxy: 2,
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

  it('makes the sender of the brand and the support address', () => {
    const env = { BRAND_NAME: 'Kerb, Inc.', SUPPORT_EMAIL: 'help@kerb.example' };
    expect(readSettings(env, []).mailFrom).toEqual({ name: 'Kerb, Inc.', address: 'help@kerb.example' });
  });

  it.each([
    ['0.0.0.0', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['[::1]', 'http://[::1]:3000'],
    ['stoop.lan', 'http://stoop.lan:3000'],
  ])('HOST=%s makes the address %s', (HOST, appUrl) => {
    expect(readSettings({ HOST, DATABASE_URL: databaseUrl }, []).appUrl).toBe(appUrl);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['HOST', 'http://localhost'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/stoop'],
    ['NODE_ENV', 'prod'],
    ['APP_URL', 'stoop.example'],
    ['APP_URL', 'https://stoop.example/app'],
    ['APP_URL', 'javascript:alert(1)'],
    ['BRAND_NAME', ' '],
    ['BRAND_NAME', 'two\nlines'],
    ['SUPPORT_EMAIL', 'nobody'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_hunter2'],
    ['STRIPE_SECRET_KEY', 'sk_live_hunter2'],
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
    ['SAME_DAY_CUTOFF', '24:00'],
    ['SAME_DAY_CUTOFF', '9:00'],
    ['LOG_LEVEL', 'verbose'],
    ['METRICS_TOKEN', 'two words hunter2'],
    ['TRUST_PROXY', 'yes'],
  ])('refuses %s=%s by name and shows no secret', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(name);
    expect(message).not.toContain('hunter2');
  });

  it('names everything that is wrong at once', () => {
    expect(refusal({ PORT: 'x', LOG_LEVEL: 'y' })).toMatch(/PORT .*; LOG_LEVEL /);
  });
});

describe('demo', () => {
  it.each(['127.0.0.1', '127.0.1.1', 'localhost', '::1'])('may listen on %s', (HOST) => {
    expect(readSettings({ HOST }, []).demo).toBe(true);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'stoop.lan', '127.0.0.1.example.com'])('may not listen on %s', (HOST) => {
    expect(refusal({ HOST })).toMatch(/DATABASE_URL or NODE_ENV=production/);
  });

  it.each([{ DATABASE_URL: databaseUrl }, { NODE_ENV: 'production' }])('is over with %o', (env) => {
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
    else expect(message).toContain(`did you mean ${meant}?`);
  });

  // What shells, desktops, package managers, containers and other tools put into an environment.
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
    VERCEL_URL RENDER_EXTERNAL_URL K_SERVICE INVOCATION_ID JOURNAL_STREAM MAINPID LISTEN_FDS MEMORY_LIMIT OSRM_URL
  `
    .trim()
    .split(/\s+/);

  it.each(ordinary)('leaves %s alone', (name) => {
    expect(() => readSettings({ [name]: 'something' }, [])).not.toThrow();
  });

  it('leaves the address of a linked service alone', () => {
    expect(() => readSettings({ STOOP_PORT: 'tcp://10.0.0.7:3000' }, [])).not.toThrow();
  });
});

describe('the README', () => {
  it('has the table of settings as it is', () => {
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
    for (const setting of settingsTable) {
      expect(readme).toContain(`| \`${setting.name}\` | ${setting.default} | ${setting.description} |`);
    }
  });
});
