import { requireCustomer } from '../accounts/members/require-customer.ts';
import type { Handlers } from '../http/adapter.ts';
import { sendPageHeaders } from '../http/paging.ts';
import { listBillingHistory } from '../payments/billing/list-billing-history.ts';
import { listPickupsOfCustomer } from '../pickups/lists/list-pickups.ts';
import { presentAdminPickup } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { getCustomer } from './get-customer.ts';
import { addNote, listNotes, removeNote } from './notes/change-notes.ts';

export function customerRoutes(services: Services) {
  const { db } = services;
  return {
    getCustomer: async ({ actor, params }) => await getCustomer(services, actor.id, params.id),
    listCustomerPickups: async ({ params, query, request, reply }) => {
      await requireCustomer(db, params.id);
      const page = await listPickupsOfCustomer(db, params.id, query);
      sendPageHeaders(reply, request, page);
      return page.rows.map(presentAdminPickup);
    },
    listCustomerBilling: async ({ params, query, request, reply }) => {
      await requireCustomer(db, params.id);
      const history = await listBillingHistory(services, params.id, query);
      sendPageHeaders(reply, request, history);
      return history.items;
    },
    listCustomerNotes: async ({ params }) => await listNotes(services, params.id),
    addCustomerNote: async ({ actor, params, body }) => await addNote(services, actor.id, params.id, body),
    removeCustomerNote: async ({ actor, params }) => {
      await removeNote(services, actor.id, params);
      return { success: true };
    },
  } satisfies Partial<Handlers>;
}
