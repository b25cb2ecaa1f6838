import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

export type Reminder = {
  readonly id: string
  readonly email: string
  readonly locale: string
}

type NewReminder = Reminder & {
  readonly mailboxHash: string
  readonly hijriYear: number
  readonly networkKey: Buffer
  readonly at: Date
}

/** Stores a reminder unless the mailbox already has one for the year. */
export const insertReminder = (tx: Tx, { mailboxHash, hijriYear, networkKey, at, ...input }: NewReminder) =>
  tx
    .insertInto('qurbani.reminder')
    .values({ ...input, mailbox_hash: mailboxHash, hijri_year: hijriYear, network_key: networkKey, created_at: at })
    .onConflict((conflict) => conflict.columns(['email', 'hijri_year']).doNothing())
    .execute()

export const countReminders = async (
  db: Db,
  input: { readonly networkKey: Buffer; readonly since: Date },
): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('qurbani.reminder')
        .select((e) => e.fn.countAll<bigint>().as('count'))
        .where('network_key', '=', input.networkKey)
        .where('created_at', '>', input.since)
        .executeTakeFirstOrThrow()
    ).count,
  )

export const hasReminders = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('qurbani.reminder').select('id').limit(1).executeTakeFirst()) !== undefined

/** Deletes and returns at most `limit` reminders; concurrent callers never get the same one. */
export async function lockDueReminders(tx: Tx, limit: number): Promise<Reminder[]> {
  const due = tx.selectFrom('qurbani.reminder').select('id').limit(limit).forUpdate().skipLocked()
  return tx.deleteFrom('qurbani.reminder').where('id', 'in', due).returning(['id', 'email', 'locale']).execute()
}

/** Deletes reminders of past years, and the stored network of the others after two days. */
export async function purgeReminders(
  tx: Tx,
  input: { readonly before: number; readonly networksBefore: Date },
): Promise<void> {
  await tx.deleteFrom('qurbani.reminder').where('hijri_year', '<', input.before).execute()
  await tx
    .updateTable('qurbani.reminder')
    .set({ network_key: null })
    .where('created_at', '<', input.networksBefore)
    .where('network_key', 'is not', null)
    .execute()
}

export const deleteRemindersTo = (tx: Tx, mailboxHash: string) =>
  tx.deleteFrom('qurbani.reminder').where('mailbox_hash', '=', mailboxHash).execute()

/** Deletes the reminders of an erased account by its confirmed addresses. */
export const eraseQurbaniReminders = async (tx: Tx, emails: readonly string[]): Promise<void> => {
  if (emails.length > 0)
    await tx
      .deleteFrom('qurbani.reminder')
      .where('email', 'in', [...emails])
      .execute()
}

export const isUnsubscribed = async (db: Db, mailboxHash: string): Promise<boolean> =>
  (await db
    .selectFrom('qurbani.unsubscription')
    .select('created_at')
    .where('mailbox_hash', '=', mailboxHash)
    .executeTakeFirst()) !== undefined

export const insertReminderUnsubscription = (tx: Tx, mailboxHash: string, instant: Date) =>
  tx
    .insertInto('qurbani.unsubscription')
    .values({ mailbox_hash: mailboxHash, created_at: instant })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
