import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { filePhotos } from '../../../server/external/photos/file-photos.ts';
import { type PhotoStorage, PhotoStorageError } from '../../../server/external/photos/photo-storage.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person, staySignedIn } from '../accounts/people.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { jpeg } from '../browser/pictures.ts';
import { makeStop } from './stops.ts';

interface Sending {
  token?: string;
  moment?: string;
  type?: string;
}

/** The app with an admin, a customer and drivers, and a photo storage that can be made to fail or wait. */
export class PhotoApp {
  isAway = false;
  beforePut: () => Promise<void> = async () => {};
  puts = 0;
  /** The number of warnings and errors that the app has logged. */
  warnings = 0;
  files!: PhotoStorage;
  t!: TestApp;
  admin!: Person;
  customer!: Person;
  /** The stops' driver, a new one for each test. */
  driver!: Person;
  other!: Person;

  static async start(now: Date, env: Record<string, string> = {}): Promise<PhotoApp> {
    const app = new PhotoApp();
    const warn = () => {
      app.warnings += 1;
    };
    app.t = await startTestApp(env, { photos: app.#storage(), log: { info: () => {}, warn, error: warn } });
    app.files = app.folder();
    app.t.setNow(now);
    app.admin = await makeAdmin(app.t);
    app.customer = await makeCustomer(app.t);
    app.other = await makeDriver(app.t);
    return app;
  }

  /** Restores the defaults before each test. */
  async reset(now: Date): Promise<void> {
    this.t.setNow(now);
    Object.assign(this, { isAway: false, beforePut: async () => {}, puts: 0, warnings: 0, files: this.folder() });
    this.driver = await makeDriver(this.t);
    await staySignedIn(this.t);
  }

  folder = (): PhotoStorage => filePhotos(join(this.t.services.settings.dataDir, 'photos'));

  #storage(): PhotoStorage {
    const unlessAway = <T>(work: () => Promise<T>) =>
      this.isAway ? Promise.reject(new PhotoStorageError('away')) : work();
    return {
      put: async (...args) => {
        this.puts += 1;
        await this.beforePut();
        await unlessAway(() => this.files.put(...args));
      },
      get: (key) => unlessAway(() => this.files.get(key)),
      remove: (key) => unlessAway(() => this.files.remove(key)),
    };
  }

  stop = (daysAhead = 0): Promise<string> => makeStop(this.t, { ...this, daysAhead });

  complete = (id: string) =>
    this.t.call('POST', '/api/driver/complete-bulk', { token: this.driver.token, body: { pickupIds: [id] } });

  /** Returns the names of a pickup's files in the folder of November 2026. */
  async keysOf(id: string): Promise<string[]> {
    const names = await readdir(join(this.t.services.settings.dataDir, 'photos/2026-11')).catch(() => []);
    return names.filter((name) => name.startsWith(id));
  }

  async send(id: string, picture: Buffer = jpeg, more: Sending = {}) {
    const { moment = 'before', type = 'image/jpeg', token = this.driver.token } = more;
    const response = await this.t.app.inject({
      method: 'POST',
      url: `/api/driver/pickups/${id}/photos/${moment}`,
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
      payload: picture,
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  }

  async load(url: string, token: string | undefined, headers: Record<string, string> = {}) {
    const authorization = token && { authorization: `Bearer ${token}` };
    const response = await this.t.app.inject({ url, headers: { ...headers, ...authorization } });
    return { status: response.statusCode, bytes: response.rawPayload, headers: response.headers };
  }

  /** Makes all waiting jobs due and runs them. */
  async runAllJobs(): Promise<void> {
    const past = sql`now() - interval '1 second'`;
    await sql`UPDATE pgboss.job SET start_after = ${past} WHERE state = 'created'`.execute(this.t.db);
    await this.t.runJobs();
  }
}
