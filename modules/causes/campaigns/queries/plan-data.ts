import type { Currency } from '#shared/money.ts'
import { canReceiveDonationsSql, organizationColumns } from '#modules/causes/organizations/index.ts'
import type { ReceiptRegime } from '#modules/causes/organizations/rules/receipt-regime.ts'
import type { Ports } from '#shared/ports.ts'
import { statementOf } from '#shared/statement.ts'
import { isPublicSql } from './public.ts'
import { isZakatVerified } from './trust.ts'

/** The fundraiser data that a plan's offer shows. */
export type CampaignForPlan = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly tags: string[]
  readonly currency: Currency
  readonly status: number
  readonly endsAt: Date | null
  readonly zakatVerified: boolean
  readonly zakatEligibleBps: number
  readonly giftAid: boolean
  readonly taxReceiptCountries: string[]
  readonly category: string
  readonly coverId: string | null
  readonly organizationName: string
  readonly registration: string
  readonly receiptRegime: ReceiptRegime
  readonly isVerified: boolean
}

const statement = statementOf(
  'campaigns.plan_facts',
  [organizationColumns],
  `
    select
      c.id,
      c.slug,
      c.name,
      c.tags,
      c.currency,
      c.status,
      c.ends_at as "endsAt",
      ${isZakatVerified('c', '$3')} and ${canReceiveDonationsSql('o', '$3')} as "zakatVerified",
      c.zakat_eligible_bps as "zakatEligibleBps",
      c.gift_aid as "giftAid",
      c.tax_receipt_countries as "taxReceiptCountries",
      c.category,
      c.cover_id as "coverId",
      o.name as "organizationName",
      o.registration,
      o.receipt_regime as "receiptRegime",
      ${canReceiveDonationsSql('o', '$3')} as "isVerified"
    from campaigns.campaign c
    join organization o on o.id = c.organization_id
    where (c.id = any($1::bigint[]) or c.slug = $2) and ${isPublicSql('c', 'o')}
  `,
)

/** Returns the public campaigns among the ids, in any order. */
export const planDataOf = (ports: Ports, ids: readonly bigint[]): Promise<CampaignForPlan[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : ports.statement<CampaignForPlan>(statement.name, statement.text, [ids, null, ports.clock()])

const toChoose = statementOf(
  'campaigns.to_choose',
  [organizationColumns],
  `
    select c.id
    from campaigns.campaign c
    join organization o on o.id = c.organization_id
    where c.status = 1
      and c.listed
      and c.currency = $1
      and (c.ends_at is null or c.ends_at > $2)
      and (${isZakatVerified('c', '$2')} or not $3)
      and c.minimum_donation is null
      and ${canReceiveDonationsSql('o', '$2')}
    order by c.id
    limit 500
  `,
)

/**
 * Returns ids of fundraisers that the platform can choose for a donor: open, listed, of a verified charity, in that currency
 * and, for zakat, verified for zakat.
 */
export const campaignsToChoose = async (
  ports: Ports,
  input: { readonly currency: string; readonly isZakat: boolean; readonly now: Date },
): Promise<bigint[]> =>
  (await ports.statement<{ id: bigint }>(toChoose.name, toChoose.text, [input.currency, input.now, input.isZakat])).map(
    ({ id }) => id,
  )

/** Returns a public campaign by slug. */
export const planDataBySlug = async (ports: Ports, slug: string): Promise<CampaignForPlan | undefined> =>
  (await ports.statement<CampaignForPlan>(statement.name, statement.text, [[], slug, ports.clock()]))[0]
