import { memoryMegabytes } from '../site.ts';
import { call, trustCaddy } from '../visitor.ts';
import { expectSame, type Step } from './step.ts';

export const up: Step = {
  name: 'up',
  shows: 'The documented start builds the image, and everything gets healthy.',
  async play({ site, say }) {
    await site.create('working tree');
    await site.runDocumented('docker compose up -d --build');
    expectSame(await site.inspect('migrate', '{{.State.Status}} {{.State.ExitCode}}'), 'exited 0', 'migrate');
    for (const service of ['postgres', 'app-1', 'app-2']) await site.untilHealthy(service);
    const limits =
      '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}} {{.HostConfig.Memory}}';
    const memory = memoryMegabytes * 1024 * 1024;
    for (const service of ['app-1', 'app-2', 'migrate']) {
      expectSame(await site.inspect(service, limits), `true [ALL] [no-new-privileges:true] ${memory}`, service);
    }
    expectSame((await site.run('docker compose exec app-1 id -u')).trim(), '1000', 'the user of app-1');
    await trustCaddy(site);
    await call('GET', '/');
    say(
      `The database, migrate and two instances are well, read-only, without privileges, in ${memoryMegabytes} MB each.`,
    );
  },
};
