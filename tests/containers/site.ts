import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { docker, type Engine, stateDir } from './engine.ts';
import { run } from './run.ts';

export const repository = join(import.meta.dirname, '../..');
const runningPage = await readFile(join(repository, 'docs/operations/running.md'), 'utf8');

/** The sources of a release: this working tree, or a commit. */
export type Release = 'working tree' | { commit: string };

/** The files in the folder that are no sources. */
const operatorFiles = ['.env', 'compose.override.yaml', '*.backup'];

/** What the trial's containers may use, half of what compose.yaml allows. */
export const memoryMegabytes = 512;

/**
 * An operator's machine: a folder with the sources, `.env` and `compose.yaml`, and the containers started from it.
 */
export class Site {
  readonly engine: Engine;
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(engine: Engine, name: string) {
    this.engine = engine;
    this.folder = join(stateDir, 'sites', name);
    this.#env = { ...engine.env, COMPOSE_PROJECT_NAME: name };
  }

  /** Makes the folder anew as the docs say: the sources, and `.env` from `.env.example`. */
  async create(release: Release): Promise<void> {
    await this.remove();
    await mkdir(this.folder, { recursive: true });
    await this.replaceSources(release);
    await this.#writeSettings();
    await this.#writeOverride();
  }

  /** Replaces the sources by those of another release, as `git pull` does. */
  async replaceSources(release: Release): Promise<void> {
    // The folders stay, because containers have mounted some of them.
    await run(['find', this.folder, '-type', 'f', ...operatorFiles.flatMap((name) => ['!', '-name', name]), '-delete']);
    if (release !== 'working tree') {
      await run(['sh', '-c', `git archive ${release.commit} | tar -x -C '${this.folder}'`], { cwd: repository });
      return;
    }
    const listed = await run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: repository,
    });
    for (const path of listed.split('\0').filter((path) => path !== '')) {
      await mkdir(dirname(join(this.folder, path)), { recursive: true });
      // A file may be deleted in the working tree and not yet in the index.
      await cp(join(repository, path), join(this.folder, path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }

  /** `localhost` makes Caddy issue the certificate itself. The limits allow one address many customers. */
  async #writeSettings(): Promise<void> {
    const settings = {
      APP_URL: 'https://localhost',
      SITE_ADDRESS: 'localhost',
      POSTGRES_PASSWORD: randomBytes(12).toString('hex'),
      GEOCODER: 'off',
      MAX_UNPAID_BOOKINGS: '100000',
      MAX_CUSTOMERS_PER_ADDRESS: '1000',
    };
    await cp(join(this.folder, '.env.example'), join(this.folder, '.env'));
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await appendFile(join(this.folder, '.env'), `\n${lines.join('')}`);
  }

  /**
   * Names the image, halves the memory, and publishes the ports on the loopback address only. Build arguments pass on
   * this machine's proxy, if it has one.
   */
  async #writeOverride(): Promise<void> {
    const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].filter((name) => process.env[name]);
    const args = Object.fromEntries(proxies.map((name) => [name, process.env[name]]));
    const memory = `${memoryMegabytes}m`;
    const app = { image: 'stoop-trial', build: { context: '.', args }, mem_limit: memory, memswap_limit: memory };
    const services = { 'app-1': app, 'app-2': app, migrate: app };
    const networks = { default: { driver_opts: { 'com.docker.network.bridge.host_binding_ipv4': '127.0.0.1' } } };
    const path = join(this.folder, 'compose.override.yaml');
    await writeFile(path, JSON.stringify({ services, networks }, null, 2));
  }

  /** Runs a shell command in the folder and returns its output. `docker compose` is the Compose of this machine. */
  async run(command: string): Promise<string> {
    const { compose } = this.engine;
    const composeProgram = compose === 'docker compose' ? 'command docker compose' : compose;
    // Without a terminal, `exec` and `run` need -T.
    const shell = `docker() {
      if [ "$1" != compose ]; then command docker "$@"; return; fi
      shift
      case "$1 $*" in
        *" -T "*) ${composeProgram} "$@" ;;
        exec\\ *|run\\ *) verb=$1; shift; ${composeProgram} "$verb" -T "$@" ;;
        *) ${composeProgram} "$@" ;;
      esac
    }
    ${command}`;
    return await run(['sh', '-c', shell], { cwd: this.folder, env: this.#env });
  }

  /**
   * Runs a command of docs/operations/running.md, with its placeholders replaced. Throws if the page hasn't this command,
   * so that the page and the trial can't differ. `before` and `after` are shell text around it.
   */
  async runDocumented(
    command: string,
    words: Record<string, string> = {},
    { before = '', after = '' } = {},
  ): Promise<string> {
    if (!runningPage.includes(command))
      throw new Error(`docs/operations/running.md doesn't have the command: ${command}`);
    const pattern = new RegExp(`\\b(${Object.keys(words).join('|') || '(?!)'})\\b`, 'g');
    return await this.run(`${before}${command.replaceAll(pattern, (word) => words[word] ?? word)}${after}`);
  }

  /** Returns a value of `docker inspect` of a service's container. */
  async inspect(service: string, format: string): Promise<string> {
    const id = (
      await this.run(`docker compose ps --all -q ${service} 2>/dev/null || docker compose ps -q ${service}`)
    ).trim();
    return (await docker(this.engine, 'inspect', '--format', format, id)).trim();
  }

  /** Waits until a service's container is healthy. Throws after two minutes. */
  async untilHealthy(service: string): Promise<void> {
    for (const giveUpAt = Date.now() + 120_000; Date.now() < giveUpAt; await sleep(500)) {
      if ((await this.inspect(service, '{{.State.Health.Status}}')) === 'healthy') return;
    }
    throw new Error(`${service} did not get healthy within two minutes`);
  }

  /** Returns the last lines of every container's log, and the state of all. */
  async logs(): Promise<string> {
    if (!existsSync(this.folder)) return '';
    return await this.run('docker compose ps; docker compose logs --no-color --tail 60').catch(String);
  }

  /** Ends and removes the containers. The volumes stay. */
  async down(): Promise<void> {
    await this.run('docker compose down --remove-orphans');
  }

  /** Removes the containers, the volumes and the folder, also those of an earlier trial. */
  async remove(): Promise<void> {
    if (!existsSync(this.folder)) return;
    // The folder may be incomplete, when a trial was interrupted while it was made.
    if (existsSync(join(this.folder, 'compose.override.yaml'))) {
      await this.run('docker compose down --volumes --remove-orphans');
    }
    await rm(this.folder, { recursive: true });
  }
}
