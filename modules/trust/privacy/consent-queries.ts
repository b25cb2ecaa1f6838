import type { Db, Tx } from '#shared/ports.ts'
import type { ConsentPurpose } from './rules/consents.ts'
import './tables.ts'

type Consent = {
  readonly purpose: ConsentPurpose
  readonly isGiven: boolean
  readonly textVersion: string
  readonly at: Date
}
const values = ['purpose', 'is_given as isGiven', 'text_version as textVersion', 'recorded_at as at'] as const

export const lastConsent = (db: Db, accountId: string, purpose: ConsentPurpose): Promise<Consent | undefined> =>
  db
    .selectFrom('privacy.consent')
    .select(values)
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns an account's consents, newest first. */
export const consentHistory = (db: Db, accountId: string): Promise<Consent[]> =>
  db.selectFrom('privacy.consent').select(values).where('account_id', '=', accountId).orderBy('id', 'desc').execute()

export const insertConsent = (tx: Tx, response: Consent & { readonly accountId: string; readonly locale: string }) =>
  tx
    .insertInto('privacy.consent')
    .values({
      account_id: response.accountId,
      purpose: response.purpose,
      is_given: response.isGiven,
      text_version: response.textVersion,
      locale: response.locale,
      recorded_at: response.at,
    })
    .execute()

/** Deletes the consents of an account that is already erased; the database refuses any other. */
export const eraseConsents = (tx: Tx, accountId: string) =>
  tx.deleteFrom('privacy.consent').where('account_id', '=', accountId).execute()
