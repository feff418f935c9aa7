import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { listTrail } from './list-trail.ts';
import { recordLook } from './record-look.ts';

export function auditRoutes(services: Services) {
  const { db } = services;
  return {
    listHistory: async ({ actor, query }) => {
      await recordLook(services, actor.id, query);
      const rows = await listTrail(db, query);
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },
  } satisfies Partial<Handlers>;
}
