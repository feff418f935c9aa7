import * as z from 'zod/mini';
import { Role } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp } from './values/shapes.ts';

export const auditSubjects = ['pickup', 'subscription', 'user', 'area', 'settings', 'import', 'site'] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** Changes of an account's second factor. Each is also emailed to the account's owner. */
export const factorActions = [
  'factor_enabled',
  'factor_disabled',
  'factor_reset',
  'codes_replaced',
  'recovery_code_used',
] as const;
export type FactorAction = (typeof factorActions)[number];

/** What happens to a pickup. */
export const pickupActions = [
  'assigned',
  'completed',
  'issue',
  'incomplete',
  'undone',
  'reopened',
  'noted',
  'bags_counted',
  'photographed',
  'rescheduled',
  'cancelled',
  'refunded',
  'refund_retried',
  'rated',
  'given_back',
  'booked',
  'held',
  'payment_link_sent',
  'pinned',
  'unpinned',
  'edited',
  'reported_missed',
  'missed_decided',
  'viewed',
  'dismissed',
] as const;
export type PickupAction = (typeof pickupActions)[number];

export const auditActions = [
  ...pickupActions,
  'account_added',
  'note_added',
  'note_removed',
  'role_changed',
  'emptied',
  'emptied_undone',
  'ticket_changed',
  'shift_changed',
  'bulk_moved',
  'bulk_undone',
  ...factorActions,
  'paused',
  'resumed',
  'cancel_scheduled',
  'cancel_withdrawn',
  'put_on_hold',
  'hold_ended',
  'skipped',
  'signed_in',
  'sign_in_failed',
  'password_changed',
  'email_changed',
  'username_changed',
  'sessions_ended',
  'data_exported',
  'report_exported',
  'account_deleted',
  'account_deactivated',
  'account_reactivated',
  'area_added',
  'area_changed',
  'area_removed',
  'site_added',
  'site_changed',
  'site_removed',
  'truck_changed',
  'settings_changed',
  'imported',
  'import_undone',
  'invited',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One line of the trail: who did what, and when. `details` contains the old and new values as text. */
export const AuditEntry = z.object({
  id: Id,
  at: Timestamp,
  action: z.enum(auditActions),
  actorUsername: z.nullable(z.string()),
  actorRole: z.nullable(Role),
  details: z.record(z.string(), z.string()),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/**
 * Returns the trail of one pickup, subscription, user, service area, import batch or disposal site, or of the settings,
 * newest first.
 */
export const listHistory = endpoint('GET', '/api/admin/history', 'admin', {
  query: z.object({
    subject: z.enum(auditSubjects, {
      error: 'Subject must be pickup, subscription, user, area, settings, import or site',
    }),
    id: z.uuid({ error: 'Id must be a UUID' }),
  }),
  response: z.array(AuditEntry),
  errors: [400],
});
