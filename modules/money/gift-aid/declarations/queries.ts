import { sql } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { ownedBy } from '#modules/money/giving/index.ts'
import type { DeclarationScope } from './rules/coverage.ts'
import '../tables.ts'

/** A declaration of an account, with the donation that it is for or was made with. */
export type AccountDeclaration = {
  readonly id: string
  readonly organizationId: bigint
  readonly organization: string
  readonly organizationAr: string | null
  readonly source: 'form' | 'account' | 'paper'
  readonly scope: DeclarationScope
  readonly textVersion: string
  readonly textHash: string
  readonly declaredAt: Date
  /** UK days. */
  readonly declaredOn: LocalDate
  readonly coversFrom: LocalDate | null
  readonly coversUntil: LocalDate | null
  readonly isUnconfirmed: boolean
  readonly donationId: string | null
}

const declarations = (db: Db) =>
  db
    .selectFrom('gift_aid.declaration as g')
    .innerJoin('organizations.organization as o', 'o.id', 'g.organization_id')
    .select([
      'g.id',
      'g.organization_id as organizationId',
      'o.name as organization',
      'o.name_ar as organizationAr',
      'g.source',
      'g.scope',
      'g.text_version as textVersion',
      'g.text_hash as textHash',
      'g.declared_at as declaredAt',
      sql<LocalDate>`g.declared_on::text`.as('declaredOn'),
      sql<LocalDate | null>`g.covers_from::text`.as('coversFrom'),
      sql<LocalDate | null>`g.covers_until::text`.as('coversUntil'),
      sql<boolean>`g.needs_confirmation and g.confirmed_at is null`.as('isUnconfirmed'),
      'g.donation_id as donationId',
    ])

/** Returns an account's declarations for more than one donation, newest first. */
export const listWideDeclarations = (db: Db, accountId: string): Promise<AccountDeclaration[]> =>
  declarations(db)
    .where('g.account_id', '=', accountId)
    .where('g.scope', '<>', 'donation')
    .orderBy('g.declared_at', 'desc')
    .orderBy('g.id')
    .execute()

/** Returns the declarations for later donations that accounts made with payments. */
export const listDeclaredWithPayments = (
  db: Db,
  intentIds: readonly string[],
): Promise<(AccountDeclaration & { readonly accountId: string | null })[]> =>
  declarations(db)
    .innerJoin('giving.donation as d', 'd.id', 'g.donation_id')
    .select('g.account_id as accountId')
    .where(sql<boolean>`d.intent_id = any(${intentIds}::uuid[])`)
    .where('g.scope', '<>', 'donation')
    .execute()

/** Returns an account's newest declaration to a charity for later donations that covers a UK day. */
export const findDeclarationOnDay = (
  db: Db,
  accountId: string,
  { organizationId, day }: { readonly organizationId: bigint; readonly day: LocalDate },
): Promise<AccountDeclaration | undefined> =>
  declarations(db)
    .where('g.account_id', '=', accountId)
    .where('g.organization_id', '=', organizationId)
    .where('g.scope', '<>', 'donation')
    .where(sql<boolean>`g.covers_from <= ${day}::date and (g.covers_until is null or g.covers_until > ${day}::date)`)
    .orderBy('g.declared_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns a declaration of an account and locks it until the transaction ends. */
export const lockDeclaration = (tx: Tx, accountId: string, id: string): Promise<AccountDeclaration | undefined> =>
  declarations(tx).where('g.id', '=', id).where('g.account_id', '=', accountId).forUpdate('g').executeTakeFirst()

/** Locks a charity's declaration on paper; undefined if it has none with this id. */
export const lockPaper = (tx: Tx, organizationId: bigint, id: string) =>
  tx
    .selectFrom('gift_aid.declaration')
    .select([
      'id',
      'scope',
      sql<LocalDate | null>`covers_from::text`.as('coversFrom'),
      sql<LocalDate | null>`covers_until::text`.as('coversUntil'),
    ])
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('source', '=', 'paper')
    .forUpdate()
    .executeTakeFirst()

export const saveEnd = (tx: Tx, id: string, { day, at }: { readonly day: LocalDate; readonly at: Date }) =>
  tx.updateTable('gift_aid.declaration').set({ covers_until: day, ended_at: at }).where('id', '=', id).execute()

/** A donation of an account that Gift Aid was declared for, or that a wider declaration may cover. Minor units. */
export type AccountDonation = {
  readonly id: string
  readonly organizationId: bigint
  readonly organization: string
  readonly organizationAr: string | null
  readonly campaign: string
  readonly currency: Currency
  readonly gift: bigint
  readonly givenOn: LocalDate
  readonly isExcluded: boolean
  /** Whether a submitted claim names it, or a draft that is being prepared. */
  readonly isClaimed: boolean
}

/** Returns an account's donations to charities that it declared Gift Aid to, newest first, less refunds. */
export const listDonationsToDeclared = (
  db: Db,
  accountId: string,
  { organizationIds, limit }: { readonly organizationIds: readonly bigint[]; readonly limit: number },
): Promise<AccountDonation[]> =>
  db
    .selectFrom('giving.donation as d')
    .innerJoin('campaigns.campaign as c', 'c.id', 'd.campaign_id')
    .innerJoin('organizations.organization as o', 'o.id', 'c.organization_id')
    .leftJoin('giving.refunded_amount as r', 'r.donation_id', 'd.id')
    .leftJoin('gift_aid.exclusion as x', 'x.donation_id', 'd.id')
    .select([
      'd.id',
      'c.organization_id as organizationId',
      'o.name as organization',
      'o.name_ar as organizationAr',
      'c.name as campaign',
      'd.currency',
      sql<bigint>`d.gift - coalesce(r.gift, 0)`.as('gift'),
      sql<LocalDate>`(d.given_at at time zone 'Europe/London')::date::text`.as('givenOn'),
      sql<boolean>`d.gift_aid_choice is not distinct from 'excluded' or x.donation_id is not null`.as('isExcluded'),
      sql<boolean>`
        exists (
          select
          from gift_aid.claim_row w
          join gift_aid.claim k on k.id = w.claim_id
          where w.donation_id = d.id and w.is_live and k.state in ('submitted', 'paid')
        )
      `.as('isClaimed'),
    ])
    .where(ownedBy(accountId))
    .where(sql<boolean>`c.organization_id = any(${organizationIds}::bigint[]) and r.is_fully_refunded is not true`)
    .orderBy('d.given_at', 'desc')
    .orderBy('d.id')
    .limit(limit)
    .execute()

/** Returns an account's donations to a charity for which it received something, from a UK day on; less full refunds. */
export const listBenefitsOfAccount = (
  db: Db,
  accountId: string,
  { organizationId, from }: { readonly organizationId: bigint; readonly from: LocalDate },
) =>
  db
    .selectFrom('giving.donation as d')
    .innerJoin('campaigns.campaign as c', 'c.id', 'd.campaign_id')
    .innerJoin('campaigns.level as l', 'l.id', 'd.level_id')
    .leftJoin('giving.refunded_amount as r', 'r.donation_id', 'd.id')
    .select([
      'd.currency',
      sql<LocalDate>`(d.given_at at time zone 'Europe/London')::date::text`.as('givenOn'),
      sql<bigint>`l.benefit_value * d.quantity`.as('benefit'),
    ])
    .where(ownedBy(accountId))
    .where('c.organization_id', '=', organizationId)
    .where(sql<boolean>`l.benefit_value > 0 and r.is_fully_refunded is not true`)
    .where(sql<boolean>`d.given_at >= ${from}::timestamp at time zone 'Europe/London'`)
    .execute()

/** Returns the charities of the declarations that an account made for single donations. */
export async function listDeclaredCharities(db: Db, accountId: string): Promise<bigint[]> {
  const rows = await db
    .selectFrom('giving.donation as d')
    .innerJoin('gift_aid.declaration as g', 'g.donation_id', 'd.id')
    .select('g.organization_id as id')
    .distinct()
    .where(ownedBy(accountId))
    .execute()
  return rows.map(({ id }) => id)
}

/** Excludes a donation from Gift Aid. Returns false if it was excluded already. */
export const insertExclusion = async (
  tx: Tx,
  exclusion: { readonly donationId: string; readonly accountId: string; readonly at: Date },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('gift_aid.exclusion')
    .values({ donation_id: exclusion.donationId, excluded_at: exclusion.at, excluded_by: exclusion.accountId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Returns the state of the live claim that names a donation and locks it, so that no claim is submitted meanwhile;
 * undefined if no claim does.
 */
export async function lockClaimOf(tx: Tx, donationId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('gift_aid.claim_row as w')
    .innerJoin('gift_aid.claim as k', 'k.id', 'w.claim_id')
    .select('k.state')
    .where('w.donation_id', '=', donationId)
    .where('w.is_live', '=', true)
    .forUpdate('k')
    .executeTakeFirst()
  return row?.state
}

/** The stored versions of an account's name and address: the newest of its donations, and the newest of its page. */
export type StoredDetails = {
  readonly formAddress: PostalAddress | null
  readonly formSince: Date | null
  readonly encrypted: Buffer | null
  readonly accountSince: Date | null
}

export const findStoredDetails = async (db: Db, accountId: string): Promise<StoredDetails> => {
  const form = await db
    .selectFrom('giving.gift_aid_declaration as s')
    .innerJoin('giving.donation as d', 'd.id', 's.donation_id')
    .select(['s.address', sql<Date>`coalesce(s.address_changed_at, s.declared_at)`.as('since')])
    .where('d.account_id', '=', accountId)
    .where('s.first_name', '<>', '')
    .orderBy(sql`coalesce(s.address_changed_at, s.declared_at)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  const own = await db
    .selectFrom('gift_aid.declarer_details')
    .select(['details', 'valid_from'])
    .where('account_id', '=', accountId)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    formAddress: form?.address ?? null,
    formSince: form?.since ?? null,
    encrypted: own?.details ?? null,
    accountSince: own?.valid_from ?? null,
  }
}

export const insertDetails = (
  tx: Tx,
  details: { readonly id: string; readonly accountId: string; readonly encrypted: Buffer; readonly at: Date },
) =>
  tx
    .insertInto('gift_aid.declarer_details')
    .values({ id: details.id, account_id: details.accountId, details: details.encrypted, valid_from: details.at })
    .execute()
