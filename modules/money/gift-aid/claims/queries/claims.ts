import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { transition } from '#shared/states.ts'
import { type ClaimState, claimTransitions } from '../../rules/claim-states.ts'
import '../../tables.ts'

/** A claim; amounts in pence, days in the United Kingdom. */
export type Claim = {
  readonly id: string
  readonly number: bigint
  readonly organizationId: bigint
  readonly state: ClaimState
  readonly draftedAt: Date
  readonly submittedOn: LocalDate | null
  readonly reference: string
  readonly paidOn: LocalDate | null
  readonly paidAmount: bigint | null
  readonly cancelledAt: Date | null
  readonly cancelReason: string
  /** Its donations without rejected ones, of a cancelled claim all, and their sum. */
  readonly rows: number
  readonly gifts: bigint
  readonly rejected: number
  /** The sum of the returned gifts that it adjusts. */
  readonly returned: bigint
}

const selected = (db: Db) =>
  db.selectFrom('gift_aid.claim as m').select([
    'm.id',
    'm.number',
    'm.organization_id as organizationId',
    'm.state',
    'm.drafted_at as draftedAt',
    sql<LocalDate | null>`m.submitted_on::text`.as('submittedOn'),
    'm.reference',
    sql<LocalDate | null>`m.paid_on::text`.as('paidOn'),
    'm.paid_amount as paidAmount',
    'm.cancelled_at as cancelledAt',
    'm.cancel_reason as cancelReason',
    sql<number>`(select count(*)::int from gift_aid.claim_row w where w.claim_id = m.id and w.rejected_at is null)`.as(
      'rows',
    ),
    sql<bigint>`
      (select coalesce(sum(w.amount), 0)::bigint from gift_aid.claim_row w where w.claim_id = m.id and w.rejected_at is null)
    `.as('gifts'),
    sql<number>`
      (select count(*)::int from gift_aid.claim_row w where w.claim_id = m.id and w.rejected_at is not null)
    `.as('rejected'),
    sql<bigint>`
      (select coalesce(sum(a.returned), 0)::bigint from gift_aid.claim_adjustment a where a.claim_id = m.id)
    `.as('returned'),
  ])

/** Finds a charity's claim. */
export const findClaim = (db: Db, organizationId: bigint, id: string): Promise<Claim | undefined> =>
  selected(db).where('m.organization_id', '=', organizationId).where('m.id', '=', id).executeTakeFirst()

/** Finds and locks a charity's claim until the transaction ends. */
export const lockClaim = (tx: Tx, organizationId: bigint, id: string): Promise<Claim | undefined> =>
  selected(tx).where('m.organization_id', '=', organizationId).where('m.id', '=', id).forUpdate('m').executeTakeFirst()

/** Lists a charity's claims, newest first. */
export const listClaims = (db: Db, organizationId: bigint): Promise<Claim[]> =>
  selected(db).where('m.organization_id', '=', organizationId).orderBy('m.number', 'desc').execute()

export const hasDraft = async (db: Db, organizationId: bigint): Promise<boolean> =>
  (await db
    .selectFrom('gift_aid.claim')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'draft')
    .executeTakeFirst()) !== undefined

/** A donation in a claim. */
export type ClaimRow = {
  readonly donationId: string
  readonly campaign: string
  readonly givenOn: LocalDate
  readonly amount: bigint
  /** Refunded from the gift when the claim was drafted; minor units of its currency. */
  readonly refunded: bigint
  /** Encrypted; null when purged. */
  readonly details: Buffer | null
  readonly rejectReason: string
  readonly isRejected: boolean
}

/** Lists a claim's donations in the order of its files; `onlyClaimed` leaves out rejected ones. */
export const listClaimRows = (
  db: Db,
  claimId: string,
  { limit, onlyClaimed = false }: { readonly limit?: number; readonly onlyClaimed?: boolean } = {},
): Promise<ClaimRow[]> => {
  const rows = db
    .selectFrom('gift_aid.claim_row as w')
    .innerJoin('giving.donation as d', 'd.id', 'w.donation_id')
    .innerJoin('campaigns.campaign as c', 'c.id', 'd.campaign_id')
    .select([
      'w.donation_id as donationId',
      'c.name as campaign',
      sql<LocalDate>`w.given_on::text`.as('givenOn'),
      'w.amount',
      'w.refunded',
      'w.details',
      'w.reject_reason as rejectReason',
      sql<boolean>`w.rejected_at is not null`.as('isRejected'),
    ])
    .where('w.claim_id', '=', claimId)
    .orderBy('w.given_on')
    .orderBy('w.donation_id')
  const some = onlyClaimed ? rows.where('w.rejected_at', 'is', null) : rows
  return limit === undefined ? some.execute() : some.limit(limit).execute()
}

export const insertClaim = (
  tx: Tx,
  row: { readonly id: string; readonly organizationId: bigint; readonly accountId: string; readonly at: Date },
) =>
  tx
    .insertInto('gift_aid.claim')
    .values({ id: row.id, organization_id: row.organizationId, drafted_at: row.at, drafted_by: row.accountId })
    .execute()

export type NewClaimRow = {
  readonly donationId: string
  readonly declarationId: string
  readonly givenOn: LocalDate
  readonly amount: bigint
  readonly refunded: bigint
  readonly details: Buffer
}

/** Adds donations to a claim in one statement. Fails if one of them is in a live claim. */
export const insertClaimRows = (tx: Tx, claimId: string, rows: readonly NewClaimRow[]) =>
  sql`
    insert into gift_aid.claim_row (claim_id, donation_id, declaration_id, given_on, amount, refunded, details)
    select ${claimId}, u.*
    from unnest(
      ${rows.map((row) => row.donationId)}::uuid[],
      ${rows.map((row) => row.declarationId)}::uuid[],
      ${rows.map((row) => row.givenOn)}::date[],
      ${rows.map((row) => row.amount)}::bigint[],
      ${rows.map((row) => row.refunded)}::bigint[],
      ${rows.map((row) => row.details)}::bytea[]
    ) as u
  `.execute(tx)

type Change = {
  readonly state: ClaimState
  readonly submitted_on?: LocalDate | null
  readonly submitted_at?: Date | null
  readonly submitted_by?: string
  readonly reference?: string
  readonly paid_on?: LocalDate
  readonly paid_at?: Date
  readonly paid_by?: string
  readonly paid_amount?: bigint
  readonly cancelled_at?: Date
  readonly cancelled_by?: string
  readonly cancel_reason?: string
}

/** Changes a claim's state. Throws on a transition that isn't allowed. */
export const changeClaim = (tx: Tx, claim: Claim, change: Change) =>
  tx
    .updateTable('gift_aid.claim')
    .set({ ...change, state: transition(claimTransitions, claim.state, change.state) })
    .where('id', '=', claim.id)
    .execute()

/** Marks a donation of a claim as rejected by HMRC, which frees it. Returns whether it was in the claim and live. */
export async function rejectRow(
  tx: Tx,
  row: {
    readonly claimId: string
    readonly donationId: string
    readonly reason: string
    readonly accountId: string
    readonly at: Date
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gift_aid.claim_row')
    .set({ is_live: false, rejected_at: row.at, rejected_by: row.accountId, reject_reason: row.reason })
    .where('claim_id', '=', row.claimId)
    .where('donation_id', '=', row.donationId)
    .where('is_live', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
