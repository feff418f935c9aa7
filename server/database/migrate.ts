import { Migrator } from 'kysely/migration';
import { type Log, openDatabaseForMigrations } from './connect.ts';
import * as firstTables from './migrations/001-first-tables.ts';
import * as backups from './migrations/002-backups.ts';
import * as subscriptionOrders from './migrations/002-subscription-orders.ts';
import * as auditLog from './migrations/003-audit-log.ts';
import * as placesAndProof from './migrations/004-places-and-proof.ts';
import * as renewalsAndRefunds from './migrations/005-renewals-and-refunds.ts';
import * as simulatedBooks from './migrations/006-simulated-books.ts';
import * as whatALineIsAbout from './migrations/007-what-a-line-is-about.ts';
import * as whereTheDriverWas from './migrations/008-where-the-driver-was.ts';
import * as emailChangesAndDevices from './migrations/009-email-changes-and-devices.ts';
import * as sessionList from './migrations/010-session-list.ts';
import * as secondFactor from './migrations/011-second-factor.ts';
import * as ceilings from './migrations/012-ceilings.ts';
import * as eventsPutAside from './migrations/013-events-put-aside.ts';
import * as fullAddresses from './migrations/014-full-addresses.ts';
import * as needsAttention from './migrations/015-needs-attention.ts';
import * as undonePresses from './migrations/016-undone-presses.ts';
import * as dayBoard from './migrations/017-day-board.ts';
import * as bookedByPhone from './migrations/019-booked-by-phone.ts';
import * as finding from './migrations/020-finding.ts';
import * as changeTerms from './migrations/021-change-terms.ts';
import * as missedPickups from './migrations/022-missed-pickups.ts';
import * as ratings from './migrations/023-ratings.ts';
import * as plansAfterTheSale from './migrations/025-plans-after-the-sale.ts';
import * as simulatedCredits from './migrations/026-simulated-credits.ts';
import * as deletedAccounts from './migrations/027-deleted-accounts.ts';
import * as earlierDays from './migrations/028-earlier-days.ts';
import * as messages from './migrations/029-messages.ts';
import * as messageChannels from './migrations/030-message-channels.ts';
import * as push from './migrations/031-push.ts';
import * as refusedEmails from './migrations/032-refused-emails.ts';
import * as liveAndCalendar from './migrations/033-live-and-calendar.ts';
import * as serviceAreas from './migrations/034-service-areas.ts';
import * as ownerSettings from './migrations/035-owner-settings.ts';
import * as imports from './migrations/036-import.ts';
import * as ledgerByDay from './migrations/037-ledger-by-day.ts';
import * as widerIndexes from './migrations/038-wider-indexes.ts';
import * as longerUndo from './migrations/039-longer-undo.ts';
import * as trucks from './migrations/040-trucks.ts';
import * as promises from './migrations/041-promises.ts';
import * as oneOutbox from './migrations/042-one-outbox.ts';
import * as movedVisits from './migrations/043-moved-visits.ts';
import * as everyMessage from './migrations/044-every-message.ts';
import * as statisticsOfAddresses from './migrations/045-statistics-of-addresses.ts';
import * as reliableStatisticsOfAddresses from './migrations/046-reliable-statistics-of-addresses.ts';

/**
 * The migrations in order. They are listed so that the import graph includes them and a test can count them. There is
 * no 018 and no 024.
 */
const migrations = {
  '001-first-tables': firstTables,
  '002-subscription-orders': subscriptionOrders,
  '003-audit-log': auditLog,
  '004-places-and-proof': placesAndProof,
  '005-renewals-and-refunds': renewalsAndRefunds,
  '006-simulated-books': simulatedBooks,
  '007-what-a-line-is-about': whatALineIsAbout,
  '008-where-the-driver-was': whereTheDriverWas,
  '009-email-changes-and-devices': emailChangesAndDevices,
  '010-session-list': sessionList,
  '011-second-factor': secondFactor,
  '012-ceilings': ceilings,
  '013-events-put-aside': eventsPutAside,
  '014-full-addresses': fullAddresses,
  '015-needs-attention': needsAttention,
  '016-undone-presses': undonePresses,
  '017-day-board': dayBoard,
  '019-booked-by-phone': bookedByPhone,
  '020-finding': finding,
  '021-change-terms': changeTerms,
  '022-missed-pickups': missedPickups,
  '023-ratings': ratings,
  '025-plans-after-the-sale': plansAfterTheSale,
  '026-simulated-credits': simulatedCredits,
  '027-deleted-accounts': deletedAccounts,
  '028-earlier-days': earlierDays,
  '029-messages': messages,
  '030-message-channels': messageChannels,
  '031-push': push,
  '032-refused-emails': refusedEmails,
  '033-live-and-calendar': liveAndCalendar,
  '034-service-areas': serviceAreas,
  '035-owner-settings': ownerSettings,
  '036-import': imports,
  '037-ledger-by-day': ledgerByDay,
  '038-wider-indexes': widerIndexes,
  '039-longer-undo': longerUndo,
  '040-trucks': trucks,
  '041-promises': promises,
  '042-one-outbox': oneOutbox,
  '043-moved-visits': movedVisits,
  '044-every-message': everyMessage,
  '045-statistics-of-addresses': statisticsOfAddresses,
  '046-reliable-statistics-of-addresses': reliableStatisticsOfAddresses,
  '047-backups': backups,
};

/**
 * Migrates the database to the newest schema, or, in tests of later migrations, only as far as `last`. Several
 * processes may run this concurrently: kysely takes a lock. Throws the migration's error.
 */
export async function migrateToLatest(url: string, log: Log, last?: keyof typeof migrations): Promise<void> {
  const { db } = openDatabaseForMigrations(url, log);
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}
