import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db } from '#shared/ports.ts'
import '../../tables.ts'

/** What a claim needs to know of a paid donation, besides its declaration. Minor units of its currency. */
export type DonationFacts = {
  readonly id: string
  readonly campaign: string
  /** The name as the donor gave it, also of an anonymous donor; for claim pages only (gift-aid-6). */
  readonly name: string
  readonly email: string | null
  readonly locale: string
  readonly donorKey: string
  /** UK day. */
  readonly givenOn: LocalDate
  readonly currency: Currency
  readonly gift: bigint
  readonly refunded: bigint
  /** Value of what the donor received. */
  readonly benefit: bigint
  readonly isDisputed: boolean
  readonly hasOpenRefund: boolean
  readonly isPaidOut: boolean
  readonly isClaimedBefore: boolean
  /** The donor let it out: someone else's money. */
  readonly isExcluded: boolean
  /** Declared by an anonymous donor who hasn't confirmed yet that the charity gets name and address (gift-aid-6). */
  readonly isUnconfirmed: boolean
}

const columns = sql`
  d.id,
  c.name as campaign,
  d.name,
  d.email,
  d.locale,
  encode(d.donor_key, 'hex') as "donorKey",
  (d.given_at at time zone 'Europe/London')::date::text as "givenOn",
  d.currency,
  d.gift,
  coalesce(r.gift, 0)::bigint as refunded,
  coalesce(l.benefit_value, 0) * d.quantity as benefit,
  i.state = 'DISPUTED' as "isDisputed",
  exists (select from refunds.request q where q.donation_id = d.id and q.state = 'open')
    or exists (
      select
      from refunds.line rl
      join refunds.refund rr on rr.id = rl.refund_id
      where rl.donation_id = d.id and rr.state in ('proposed', 'requested', 'pending', 'requires_action')
    ) as "hasOpenRefund",
  exists (
    select
    from payouts.line pl
    join payouts.payout pp on pp.id = pl.payout_id
    where pl.intent_id = d.intent_id and pl.campaign_id = d.campaign_id and pl.is_live and pl.is_charge and pp.state = 'paid'
  )
    and not exists (
      select
      from payouts.line pl
      join payouts.payout pp on pp.id = pl.payout_id
      where pl.intent_id = d.intent_id
        and pl.campaign_id = d.campaign_id
        and pl.is_live
        and pl.is_charge
        and pp.state <> 'paid'
    ) as "isPaidOut",
  exists (select from gift_aid.claimed_before b where b.donation_id = d.id) as "isClaimedBefore",
  d.gift_aid_choice is not distinct from 'excluded'
    or exists (select from gift_aid.exclusion x where x.donation_id = d.id) as "isExcluded",
  exists (
    select from gift_aid.declaration u where u.donation_id = d.id and u.needs_confirmation and u.confirmed_at is null
  ) as "isUnconfirmed"
`

const tables = sql`
  from campaigns.campaign c
  join giving.donation d on d.campaign_id = c.id
  join payments.intent i on i.id = d.intent_id
  left join campaigns.level l on l.id = d.level_id
  left join giving.refunded_amount r on r.donation_id = d.id
`

/**
 * Lists the donations to a charity that are in no live claim, oldest first: those with these ids, and those from the
 * United Kingdom without a declaration, unless they are fully refunded.
 */
export const listUnclaimedDonations = async (
  db: Db,
  organizationId: bigint,
  declaredIds: readonly string[],
): Promise<DonationFacts[]> =>
  (
    await sql<DonationFacts>`
      select ${columns} ${tables}
      where c.organization_id = ${organizationId}
        and (
          d.id = any(${[...declaredIds]}::uuid[])
            or (d.country = 'GB' and c.gift_aid or d.gift_aid_choice is not null) and r.is_fully_refunded is not true
        )
        and not exists (select from gift_aid.claim_row w where w.donation_id = d.id and w.is_live)
      order by d.given_at, d.id
    `.execute(db)
  ).rows

/** Lists the donations of a claim, oldest first. */
export const listDonationsOfClaim = async (db: Db, claimId: string): Promise<DonationFacts[]> =>
  (
    await sql<DonationFacts>`
      select ${columns} ${tables}
      where d.id in (select donation_id from gift_aid.claim_row where claim_id = ${claimId})
      order by d.given_at, d.id
    `.execute(db)
  ).rows

/** A donation for which its donor received something. */
export type Benefit = Pick<DonationFacts, 'id' | 'donorKey' | 'givenOn' | 'currency' | 'benefit'>

/** Lists a charity's donations with benefits that aren't fully refunded, oldest first; also those that were claimed. */
export const listBenefits = async (db: Db, organizationId: bigint): Promise<Benefit[]> =>
  (
    await sql<Benefit>`
      select
        d.id,
        encode(d.donor_key, 'hex') as "donorKey",
        (d.given_at at time zone 'Europe/London')::date::text as "givenOn",
        d.currency,
        l.benefit_value * d.quantity as benefit
      from campaigns.campaign c
      join giving.donation d on d.campaign_id = c.id
      join campaigns.level l on l.id = d.level_id
      left join giving.refunded_amount r on r.donation_id = d.id
      where c.organization_id = ${organizationId} and l.benefit_value > 0 and r.is_fully_refunded is not true
      order by d.given_at, d.id
    `.execute(db)
  ).rows

/**
 * Finds donations to a charity by receipt numbers and references, which are the last ten characters of a donation's id.
 * Returns what was found for each text.
 */
export const findByReferences = async (
  db: Db,
  organizationId: bigint,
  { receipts, references }: { readonly receipts: readonly string[]; readonly references: readonly string[] },
): Promise<{ readonly text: string; readonly donationId: string }[]> =>
  (
    await sql<{ readonly text: string; readonly donationId: string }>`
      select right(d.id::text, 10) as text, d.id as "donationId"
      from campaigns.campaign c
      join giving.donation d on d.campaign_id = c.id
      where c.organization_id = ${organizationId} and right(d.id::text, 10) = any(${[...references]})
      union
      select r.number, l.donation_id
      from receipts.receipt r
      join receipts.line l on l.receipt_id = r.id
      where r.issuer_id = ${organizationId} and r.number = any(${[...receipts]})
    `.execute(db)
  ).rows
