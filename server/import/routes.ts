import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { describeImport, listImports } from './describe-import.ts';
import { discardImport } from './discard-import.ts';
import { downloadErrors } from './download-errors.ts';
import { listRows } from './list-rows.ts';
import { matchColumns } from './match-columns.ts';
import { readAwaitingPlan } from './plans/read-awaiting-plan.ts';
import { startImport } from './run-import.ts';
import { sendInvitations } from './send-invitations.ts';
import { setReading } from './set-reading.ts';
import { startUndo } from './undo-import.ts';
import { uploadFile } from './upload-file.ts';

export function importRoutes(services: Services) {
  return {
    uploadImport: async ({ actor, query, file }) =>
      await uploadFile(services, actor.id, { bytes: file.bytes, name: query.name }),
    listImports: async () => await listImports(services),
    getImport: async ({ params }) => await describeImport(services, params.id),
    matchImport: async ({ params, body }) => await matchColumns(services, params.id, body),
    readImport: async ({ params, body }) => await setReading(services, params.id, body),
    listImportRows: async ({ params, query }) => await listRows(services, params.id, query),
    runImport: async ({ actor, params, body }) => await startImport(services, actor.id, params.id, body.revision),
    downloadImportErrors: async ({ actor, params }) => await downloadErrors(services, actor.id, params.id),
    undoImport: async ({ actor, params }) => await startUndo(services, actor.id, params.id),
    inviteImported: async ({ actor, params, body }) =>
      await sendInvitations(services, actor.id, params.id, body.expected),
    discardImport: async ({ params }) => {
      await discardImport(services, params.id);
      return { success: true as const };
    },
    getAwaitingPlan: async ({ actor }) => await readAwaitingPlan(services, actor.id),
  } satisfies Partial<Handlers>;
}
