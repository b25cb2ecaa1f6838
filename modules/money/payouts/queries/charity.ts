import { sql } from 'kysely'
import { listBankDetails, type StoredBankDetails } from '#modules/causes/organizations/index.ts'
import { hasBlockingMatch } from '#modules/causes/organizations/index.ts'
import { findOrganizationForStaff, type StaffOrganization } from '#modules/causes/organizations/index.ts'
import { activeEntry } from '#modules/causes/organizations/rules/bank-details.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db, Tx } from '#shared/ports.ts'
import type { ReservePercent } from '../rules/amounts.ts'
import type { CharityFacts } from '../rules/holds.ts'
import type { PayoutAccount } from './open-entries.ts'
import '../tables.ts'

/** A charity with the facts that decide whether it can be paid in a currency. */
export type PaidCharity = {
  readonly charity: StaffOrganization
  readonly facts: CharityFacts & { readonly isClosed: boolean }
  /** The bank details in force; null if there are none. */
  readonly bankDetails: StoredBankDetails | null
}

/** Returns a charity and its state for payouts at an instant; undefined if there is no such charity. */
export async function findPaidCharity(
  db: Db,
  { organizationId, currency }: PayoutAccount,
  instant: Date,
): Promise<PaidCharity | undefined> {
  const charity = await findOrganizationForStaff(db, organizationId)
  if (!charity) return undefined
  const entries = (await listBankDetails(db, organizationId)).filter((entry) => entry.currency === currency)
  const bankDetails = activeEntry(entries, instant) ?? null
  const from = entries.find(
    ({ state, activeFrom }) => state === 'approved' && activeFrom !== null && activeFrom > instant,
  )
  return {
    charity,
    bankDetails,
    facts: {
      isVerified: wasVerified(charity, instant),
      hasScreeningMatch: await hasBlockingMatch(db, organizationId),
      hasStaffHold: (await findStaffHold(db, organizationId)) !== undefined,
      bankDetailsId: bankDetails?.id ?? null,
      bankDetailsFrom: bankDetails ? null : (from?.activeFrom ?? null),
      isClosed: charity.closedAt !== null,
    },
  }
}

/** Closing ends a valid verification at its instant, so its money can still be paid out (payouts-11). */
const wasVerified = (charity: StaffOrganization, instant: Date): boolean =>
  charity.closedAt === null
    ? canReceiveDonations(charity, instant)
    : charity.verifiedUntil !== null && charity.verifiedUntil >= charity.closedAt

/** A hold that staff set on all payouts of a charity. */
export type StaffHold = { readonly id: string; readonly reason: string; readonly setAt: Date; readonly setBy: string }

/** Returns the hold that staff have set on a charity's payouts; undefined if there is none. */
export const findStaffHold = (db: Db, organizationId: bigint): Promise<StaffHold | undefined> =>
  db
    .selectFrom('payouts.hold')
    .select(['id', 'reason', 'set_at as setAt', 'set_by as setBy'])
    .where('organization_id', '=', organizationId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()

/** Lists the reserve percentages that staff set for a charity. */
export const listReservePercents = (db: Db, organizationId: bigint): Promise<(ReservePercent & { reason: string })[]> =>
  db
    .selectFrom('payouts.reserve_percent')
    .select(['from_at as from', 'percent', 'reason'])
    .where('organization_id', '=', organizationId)
    .orderBy('from_at', 'desc')
    .execute()

/** Whether staff must still record what a charity was paid before payouts existed (payouts-16). */
export const lacksOpening = async (db: Db, { organizationId, currency }: PayoutAccount): Promise<boolean> =>
  (await db
    .selectFrom('payouts.opening')
    .select('currency')
    .where('organization_id', '=', organizationId)
    .where('currency', '=', currency)
    .where('result', 'is', null)
    .executeTakeFirst()) !== undefined

/** Lists the currencies in which a charity has ever been credited, or has bank details. */
export const payoutCurrenciesOf = async (db: Db, organizationId: bigint): Promise<Currency[]> =>
  (
    await sql<{ currency: Currency }>`
      select currency
      from (
        select b.currency
        from organizations.bank_details b
        where b.organization_id = ${organizationId} and b.state = 'approved'
        union
        select e.currency::text
        from campaigns.campaign c
        cross join lateral (
          with recursive kinds as (
            (
              select currency
              from ledger.entry
              where subject_id = c.id and account in ('campaign_payable', 'zakat_payable')
              order by currency
              limit 1
            )
            union all
            select (
              select e.currency
              from ledger.entry e
              where e.subject_id = c.id
                and e.account in ('campaign_payable', 'zakat_payable')
                and e.currency > k.currency
              order by e.currency
              limit 1
            )
            from kinds k
            where k.currency is not null
          )
          select currency
          from kinds
          where currency is not null
        ) e
        where c.organization_id = ${organizationId}
      ) all_of
      order by currency
    `.execute(db)
  ).rows.map(({ currency }) => currency)

/** Lists all charities and currencies with entries that no live payout has taken, for the job. */
export const listAccountsToDraft = async (
  db: Db,
): Promise<(PayoutAccount & { readonly timeZone: string; readonly isClosed: boolean })[]> =>
  (
    await sql<PayoutAccount & { readonly timeZone: string; readonly isClosed: boolean }>`
      select o.id as "organizationId", b.currency, o.time_zone as "timeZone", o.closed_at is not null as "isClosed"
      from organizations.organization o
      join (select distinct organization_id, currency from organizations.bank_details where state = 'approved') b
        on b.organization_id = o.id
      order by o.id, b.currency
    `.execute(db)
  ).rows

/** Records that the job drafts for a charity on a day. Returns false if it has done so before. */
export const claimDraftingDay = async (tx: Tx, account: PayoutAccount, onDate: string): Promise<boolean> =>
  (await tx
    .insertInto('payouts.scheduled_draft')
    .values({ organization_id: account.organizationId, currency: account.currency, on_date: onDate })
    .onConflict((conflict) => conflict.doNothing())
    .returning('on_date')
    .executeTakeFirst()) !== undefined
