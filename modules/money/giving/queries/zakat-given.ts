import type { Currency } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { takenOverIds } from '../owned.ts'
import '../tables.ts'

/** A zakat donation of an account. A bank debit succeeds when the bank has paid. */
export type ZakatGiven = {
  readonly id: string
  readonly succeededAt: Date
  readonly currency: Currency
  /** Minor units that count as zakat after all refunds; above 0. */
  readonly eligible: bigint
  readonly campaignId: bigint
}

const columns = 'id, given_at, currency, zakat_eligible, campaign_id'
const isInPeriod = 'is_zakat and given_at >= $2 and given_at < $3'

/**
 * Lists an account's zakat donations in a period (`before` excluded), newest first, less all later refunds
 * (accounts-4, zakat-17). Donations made while signed in are read by the index `donation_zakat_account`, the few
 * others one by one.
 */
export const listZakatGiven = (
  ports: Pick<Ports, 'statement'>,
  accountId: string,
  { from, before }: { readonly from: Date; readonly before: Date },
): Promise<ZakatGiven[]> =>
  ports.statement<ZakatGiven>(
    'giving.zakat_given',
    `
      select
        d.id,
        d.given_at as "succeededAt",
        d.currency,
        d.zakat_eligible - coalesce(r.zakat_eligible, 0) as eligible,
        d.campaign_id as "campaignId"
      from (
        select ${columns}
        from giving.donation
        where account_id = $1::uuid and ${isInPeriod}
        union all
        select claimed.*
        from (select distinct id from (${takenOverIds('$1')}) as ids) as claim
        cross join lateral (
          select ${columns}
          from giving.donation
          where id = claim.id and account_id is distinct from $1::uuid and ${isInPeriod}
          limit 1
        ) as claimed
      ) as d
      left join giving.refunded_amount r on r.donation_id = d.id
      where d.zakat_eligible > coalesce(r.zakat_eligible, 0)
      order by d.given_at desc, d.id desc
    `,
    [accountId, from, before],
  )
