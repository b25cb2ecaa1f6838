import { required } from '#shared/collections.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables, Tx } from '#shared/ports.ts'
import type { Part } from '#shared/statement.ts'
import type { ReceiptRegime } from '../rules/receipt-regime.ts'
import type { Verification } from '../rules/verification.ts'
import '../tables.ts'

/** A charity as the public sees it: never its e-mail address or its accounts. */
export type Organization = Verification & {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly nameAr: string | null
  readonly about: string
  readonly country: string
  readonly website: string | null
  readonly registration: string
}

/** What a receipt prints of the charity that issues it (receipts-4). */
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
  /** How mails in its name look, and its own words in them (content-29). */
  readonly primaryColour: string
  readonly logoId: string | null
  readonly thanksEn: string
  readonly thanksAr: string
  /** When `email` was confirmed by the code of a mail to it; null: it wasn't. */
  readonly emailConfirmedAt: Date | null
}

/**
 * The table as a part of another module's statement: `organization` with the columns below. PostgreSQL folds it into
 * the statement, so it costs what a join costs, and the table is still named here alone.
 */
export const organizationPart: Part = {
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
 * The charities that were ever verified and are not closed, by name, and those of `ownIds`; at most `limit`. Of any
 * other charity nothing is public (content-21).
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

/** Those of the ids that exist, in no order. */
export const findOrganizations = async (db: Db, ids: readonly bigint[]): Promise<Organization[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('organizations.organization')
        .select(inPublic)
        .where('id', 'in', [...ids])
        .execute()

/** What receipts print, for a batch of issuers; in no order. */
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

/** A charity as an operator sees it: everything its receipts print. */
export type StaffOrganization = Issuer &
  Verification & {
    readonly slug: string
    readonly about: string
    /** Empty: staff entered it without a form. */
    readonly legalName: string
    /** When it was closed; null: it wasn't. */
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
      'closed_at as closedAt',
      ...brandColumns,
    ])
    .where('id', '=', id)
    .executeTakeFirst()

/** A charity with when it was verified and closed, which decides on what is public of it. */
export type AddressedOrganization = Organization & {
  readonly timeZone: string
  readonly verifiedAt: Date | null
  readonly closedAt: Date | null
  /** The proved host that its public addresses use; null: none. */
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

/** The charity of this subdomain; a subdomain holds a letter, so digits are an id. */
export const findAddressedOrganization = (db: Db, address: string): Promise<AddressedOrganization | undefined> =>
  (/^\d{1,18}$/.test(address)
    ? addressed(db).where('id', '=', BigInt(address))
    : addressed(db).where('slug', '=', address)
  ).executeTakeFirst()

/** All of them by name, with how many accounts own each. */
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

/** Whether a charity may receive donations at an instant, as SQL over a row with its columns (`organizationPart`). */
export const canReceiveDonationsSql = (organization: string, place: string): string =>
  `organizations.can_receive_donations(${organization}.verification_state, ${organization}.verified_until, ${place})`

/**
 * Whether the pages of a charity's campaigns are public, as SQL over a row with its columns (`organizationPart`): it is
 * neither rejected nor closed (content-27).
 */
export const hasPublicPagesSql = (organization: string): string =>
  `(${organization}.verification_state <> 'rejected' and ${organization}.closed_at is null)`

/** Replaces the description of a charity. */
export const updateOrganization = (tx: Tx, id: bigint, set: Updateable<Tables['organizations.organization']>) =>
  tx.updateTable('organizations.organization').set(set).where('id', '=', id).execute()

/** True once there is any charity: the platform is no longer empty. */
export const hasOrganizations = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('organizations.organization').select('id').limit(1).executeTakeFirst()) !== undefined

/** Whether the operator's own charity exists. */
export const hasOwnOrganization = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('organizations.organization').select('id').where('is_own', '=', true).executeTakeFirst()) !==
  undefined

/** Adds charities and answers their ids in the order given. */
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
