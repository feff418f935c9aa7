import { SiteLoad } from '../load.ts';
import type { Site } from '../site.ts';
import { trustCaddy, untilAnswering } from '../visitor.ts';
import { bookWithPhoto, requireBooked, versionOf } from './book.ts';
import { backUp, restoreInto } from './restore.ts';
import type { Play, Step } from './step.ts';

const requestsAround = 1_000;

/** Upgrades one instance after the other with the documented commands, under load. Returns the load. */
async function upgradeInstances(site: Site, say: Play['say']): Promise<SiteLoad> {
  await site.replaceSources('working tree');
  await site.runDocumented('docker compose build');
  const load = await SiteLoad.start();
  try {
    await load.untilSent(requestsAround);
    await site.runDocumented('docker compose run --rm --no-deps migrate');
    for (const service of ['app-1', 'app-2']) {
      await site.runDocumented(`docker compose up -d --no-deps ${service}`);
      await site.untilHealthy(service);
    }
    await load.untilSent(2 * requestsAround);
  } finally {
    await load.stop();
  }
  say(`Migration and both instances: ${await load.stop()}`);
  return load;
}

/** Brings the proxy and the database to the new compose.yaml. They restart if their part of it has changed. */
async function upgradeTheRest(site: Site, say: Play['say']): Promise<void> {
  const load = await SiteLoad.start();
  try {
    await site.runDocumented('docker compose up -d');
    await untilAnswering();
    await site.runDocumented('docker compose exec proxy caddy reload --config /etc/caddy/Caddyfile');
    for (const service of ['postgres', 'app-1', 'app-2']) await site.untilHealthy(service);
  } finally {
    await load.stop();
  }
  say(`Proxy and database: ${await load.stop()}`);
  await load.requireAcknowledged();
}

export const upgrade: Step = {
  name: 'upgrade',
  shows: 'The previous release becomes this one under load, with the documented commands, and no request fails.',
  async play({ site, fresh, upgraded, previous, say }) {
    if (!previous) return say('Not played: no commit here has an earlier version (name one with --previous).');
    await site.down();
    await upgraded.create({ commit: previous });
    await upgraded.runDocumented('docker compose up -d --build');
    for (const service of ['app-1', 'app-2']) await upgraded.untilHealthy(service);
    await trustCaddy(upgraded);
    const [booked, version] = [await bookWithPhoto(upgraded), await versionOf(upgraded)];
    const backup = await backUp(upgraded);
    const load = await upgradeInstances(upgraded, say);
    // What came before 1.0.0 was never released, and its instances drop requests when they stop.
    if (!version.startsWith('0.')) load.requireNoFailure();
    await upgradeTheRest(upgraded, say);
    await trustCaddy(upgraded);
    await requireBooked(booked);
    const count = await load.requireAcknowledged();
    say(`${version} became ${await versionOf(upgraded)}; ${count} acknowledged bookings are stored.`);
    await upgraded.down();
    await restoreInto(fresh, backup);
    await requireBooked(booked);
    say(`The backup that ${version} made is restored by this version.`);
    await fresh.remove();
  },
};
