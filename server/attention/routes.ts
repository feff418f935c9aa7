import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { dismissAttention } from './dismiss-attention.ts';
import { listAttention } from './list-attention.ts';

export function attentionRoutes(services: Services) {
  return {
    getAttention: async () => await listAttention(services),
    dismissAttention: async ({ actor, body }) => {
      await dismissAttention(services, actor.id, body);
      return { success: true };
    },
  } satisfies Partial<Handlers>;
}
