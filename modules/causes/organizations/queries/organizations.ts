import { required } from '#shared/collections.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables, Tx } from '#shared/ports.ts'
import type { Part } from '#shared/statement.ts'
import type { ReceiptRegime } from '../rules/receipt-regime.ts'
import type { CharityVerification } from '../rules/verification.ts'
import '../tables.ts'

/** The public data of a charity, without its email address and accounts. */
export type Organization = CharityVerification & {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly nameAr: string | null
  readonly about: string
  readonly country: string
  readonly website: string | null
  readonly registration: string
}

/** The data of the issuing charity on a receipt (receipts-4). */
export type Issuer = {
  readonly id: bigint
  readonly name: string
  readonly nameAr: string | null
  readonly country: string
  readonly timeZone: string
  readonly email: string
  readonly website: string | null
  readonly postalAddress: string
  readonly registration: string
  readonly receiptRegime: ReceiptRegime
  readonly signatory: string | null
  /** The appearance and the charity's own texts of its mails (content-29). */
  readonly primaryColour: string
  readonly logoId: string | null
  readonly thanksEn: string
  readonly thanksAr: string
  /** When `email` was confirmed with the code of a mail; null if it wasn't. */
  readonly emailConfirmedAt: Date | null
}

/**
 * A subquery for other modules' statements: `organization` with the columns below. PostgreSQL inlines it, so it costs
 * the same as a join, and only this module names the table.
 */
export const organizationColumns: Part = {
  name: 'organization',
  sql: 'select id, slug, name, name_ar, legal_name, about, country, time_zone, website, registration, receipt_regime, verification_state, verified_until, closed_at from organizations.organization',
  values: [],
  isFolded: true,
}

const verificationColumns = ['verification_state as verificationState', 'verified_until as verifiedUntil'] as const
const brandColumns = [
  'primary_colour as primaryColour',
  'logo_id as logoId',
  'thanks_en as thanksEn',
  'thanks_ar as thanksAr',
  'email_confirmed_at as emailConfirmedAt',
] as const
const inPublic = [
  'id',
  'slug',
  'name',
  'name_ar as nameAr',
  'about',
  'country',
  'website',
  'registration',
  ...verificationColumns,
] as const

/**
 * Returns charities that were verified at least once and are not closed, by name, and those of `ownIds`; at most
 * `limit`. No data of other charities is public (content-21).
 */
export const listOrganizations = (db: Db, limit: number, ownIds: readonly bigint[] = []): Promise<Organization[]> =>
  db
    .selectFrom('organizations.organization')
    .select(inPublic)
    .where((e) =>
      e.or([
        e.and([e('verified_at', 'is not', null), e('closed_at', 'is', null)]),
        ...(ownIds.length > 0 ? [e('id', 'in', [...ownIds])] : []),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the existing charities among the ids, in any order. */
export const findOrganizations = async (db: Db, ids: readonly bigint[]): Promise<Organization[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('organizations.organization')
        .select(inPublic)
        .where('id', 'in', [...ids])
        .execute()

/** Returns the receipt data of issuers, in any order. */
export const issuersOf = async (db: Db, ids: readonly bigint[]): Promise<Issuer[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('organizations.organization')
        .select([
          'id',
          'name',
          'name_ar as nameAr',
          'country',
          'time_zone as timeZone',
          'email',
          'website',
          'postal_address as postalAddress',
          'registration',
          'receipt_regime as receiptRegime',
          'receipt_signatory as signatory',
          ...brandColumns,
        ])
        .where('id', 'in', [...ids])
        .execute()

/** A charity as an operator sees it: everything that its receipts show. */
export type StaffOrganization = Issuer &
  CharityVerification & {
    readonly slug: string
    readonly about: string
    /** Empty if staff created the charity without a form. */
    readonly legalName: string
    /** When it was last verified; null: never. */
    readonly verifiedAt: Date | null
    /** When it was closed; null if it is open. */
    readonly closedAt: Date | null
  }

export const findOrganizationForStaff = (db: Db, id: bigint): Promise<StaffOrganization | undefined> =>
  db
    .selectFrom('organizations.organization')
    .select([
      ...inPublic,
      'time_zone as timeZone',
      'email',
      'postal_address as postalAddress',
      'receipt_regime as receiptRegime',
      'receipt_signatory as signatory',
      'legal_name as legalName',
      'verified_at as verifiedAt',
      'closed_at as closedAt',
      ...brandColumns,
    ])
    .where('id', '=', id)
    .executeTakeFirst()

/** Returns a charity as an operator sees it, and locks its details until the transaction ends. */
export async function lockOrganizationForStaff(tx: Tx, id: bigint): Promise<StaffOrganization | undefined> {
  await tx.selectFrom('organizations.organization').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return findOrganizationForStaff(tx, id)
}

/** A charity with the dates of its verification and closing, which decide what is public. */
export type AddressedOrganization = Organization & {
  readonly timeZone: string
  readonly verifiedAt: Date | null
  readonly closedAt: Date | null
  /** The verified host of its public addresses; null: none. */
  readonly publicHost: string | null
}

const addressed = (db: Db) =>
  db
    .selectFrom('organizations.organization')
    .select([...inPublic, 'time_zone as timeZone', 'verified_at as verifiedAt', 'closed_at as closedAt'])
    .select((e) =>
      e
        .selectFrom('organizations.domain as d')
        .whereRef('d.organization_id', '=', 'organizations.organization.id')
        .where('d.is_primary', '=', true)
        .where('d.missing_count', '=', 0)
        .select('d.host')
        .as('publicHost'),
    )

/** Finds the charity of a subdomain or id. A subdomain contains a letter, so digits are an id. */
export const findAddressedOrganization = (db: Db, address: string): Promise<AddressedOrganization | undefined> =>
  (/^\d{1,18}$/.test(address)
    ? addressed(db).where('id', '=', BigInt(address))
    : addressed(db).where('slug', '=', address)
  ).executeTakeFirst()

/** Lists all charities by name, with their number of owners. */
export const listOrganizationsForStaff = (db: Db) =>
  db
    .selectFrom('organizations.organization as o')
    .select((e) => [
      'o.id',
      'o.slug',
      'o.name',
      'o.name_ar as nameAr',
      'o.country',
      'o.verification_state as verificationState',
      'o.verified_until as verifiedUntil',
      e
        .selectFrom('organizations.member as m')
        .whereRef('m.organization_id', '=', 'o.id')
        .where('m.role', '=', 'owner')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .as('owners'),
    ])
    .orderBy('o.name')
    .orderBy('o.id')
    .execute()

/**
 * Returns SQL that tells whether a charity may receive donations at a moment, over a row with its columns
 * (`organizationPart`).
 */
export const canReceiveDonationsSql = (organization: string, place: string): string =>
  `organizations.can_receive_donations(${organization}.verification_state, ${organization}.verified_until, ${place})`

/**
 * Returns SQL that tells whether the pages of a charity's campaigns are public, over a row with its columns
 * (`organizationPart`): it is neither rejected nor closed (content-27).
 */
export const hasPublicPagesSql = (organization: string): string =>
  `(${organization}.verification_state <> 'rejected' and ${organization}.closed_at is null)`

/** Replaces the description of a charity. */
export const updateOrganization = (tx: Tx, id: bigint, set: Updateable<Tables['organizations.organization']>) =>
  tx.updateTable('organizations.organization').set(set).where('id', '=', id).execute()

/** Whether there is any charity, so that the platform isn't empty. */
export const hasOrganizations = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('organizations.organization').select('id').limit(1).executeTakeFirst()) !== undefined

/** Whether the operator's own charity exists. */
export const hasOwnOrganization = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('organizations.organization').select('id').where('is_own', '=', true).executeTakeFirst()) !==
  undefined

/** Adds charities and returns their ids in the given order. */
export async function insertOrganizations(
  tx: Tx,
  rows: readonly Insertable<Tables['organizations.organization']>[],
): Promise<bigint[]> {
  const added = await tx
    .insertInto('organizations.organization')
    .values([...rows])
    .returning(['id', 'slug'])
    .execute()
  const idBySlug = new Map(added.map((row) => [row.slug, row.id]))
  return rows.map((row) => required(idBySlug.get(row.slug)))
}
