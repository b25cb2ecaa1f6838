import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'
import { type Profile, profileColumns } from './profile.ts'

/** The data of a charity that its members can read and change. */
export type OwnOrganization = Profile & {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly nameAr: string | null
  readonly about: string
  readonly email: string
  readonly thanksEn: string
  readonly thanksAr: string
  /** Amount from which the team is mailed about a donation, in minor units of the general fund's currency. */
  readonly largeDonationFrom: bigint | null
}

const ownColumns = [
  'id',
  'slug',
  'name',
  'name_ar as nameAr',
  'about',
  'email',
  'thanks_en as thanksEn',
  'thanks_ar as thanksAr',
  'large_donation_from as largeDonationFrom',
  ...profileColumns,
] as const

/** Returns the existing charities among the ids, in any order. */
export const findOwnOrganizations = async (db: Db, ids: readonly bigint[]): Promise<OwnOrganization[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('organizations.organization')
        .select(ownColumns)
        .where('id', 'in', [...ids])
        .execute()

/** Returns a charity's data, and makes other changes of it wait until the transaction ends. */
export const lockOwnOrganization = (tx: Tx, id: bigint): Promise<OwnOrganization> =>
  tx
    .selectFrom('organizations.organization')
    .select(ownColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/**
 * Stores a new contact email until it is confirmed with the code of its mail; it replaces an earlier unconfirmed one.
 */
export async function saveEmailChange(
  tx: Tx,
  input: {
    readonly organizationId: bigint
    readonly email: string
    readonly codeHash: Buffer
    readonly at: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  const row = { email: input.email, code_hash: input.codeHash, requested_at: input.at, expires_at: input.expiresAt }
  await tx
    .insertInto('organizations.email_change')
    .values({ organization_id: input.organizationId, ...row })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
    .execute()
}

/** Returns the contact email that awaits confirmation; null: none. */
export const waitingEmail = async (db: Db, organizationId: bigint, now: Date): Promise<string | null> =>
  (
    await db
      .selectFrom('organizations.email_change')
      .select('email')
      .where('organization_id', '=', organizationId)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  )?.email ?? null

/** Returns the charity and email of a valid code; undefined if it isn't valid. */
export const findEmailChange = (
  db: Db,
  codeHash: Buffer,
  now: Date,
): Promise<{ readonly organizationId: bigint; readonly name: string; readonly email: string } | undefined> =>
  db
    .selectFrom('organizations.email_change as e')
    .innerJoin('organizations.organization as o', 'o.id', 'e.organization_id')
    .select(['e.organization_id as organizationId', 'o.name', 'e.email'])
    .where('e.code_hash', '=', codeHash)
    .where('e.expires_at', '>', now)
    .executeTakeFirst()

export const deleteEmailChange = (tx: Tx, organizationId: bigint) =>
  tx.deleteFrom('organizations.email_change').where('organization_id', '=', organizationId).execute()
