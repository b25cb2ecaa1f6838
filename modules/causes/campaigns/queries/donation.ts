import type { Currency } from '#shared/money.ts'
import { organizationColumns } from '#modules/causes/organizations/index.ts'
import type { ReceiptRegime } from '#modules/causes/organizations/rules/receipt-regime.ts'
import type { CharityVerification } from '#modules/causes/organizations/rules/verification.ts'
import type { Ports } from '#shared/ports.ts'
import { statementOf } from '#shared/statement.ts'
import { hiddenFlag } from '../rules/level.ts'
import type { CampaignFrequency, CampaignPaymentMethod, CampaignStatus } from '../tables.ts'
import { isPublicSql } from './public.ts'
import { levelColumns, levelOf, type Level, type LevelJson } from '../levels/levels.ts'

/** The campaign data that donations need. Amounts are in minor units of `currency`. */
export type CampaignForDonation = CharityVerification & {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly organizationId: bigint
  readonly organizationName: string
  readonly organizationNameAr: string | null
  readonly organizationCountry: string
  readonly receiptRegime: ReceiptRegime
  readonly timeZone: string
  readonly currency: Currency
  readonly status: CampaignStatus
  /**
   * Whether its page is public, which is false for a rejected or closed charity and an unpublished page (content-27,
   * pages-7).
   */
  readonly isPublic: boolean
  readonly endsAt: Date | null
  readonly goal: bigint | null
  /** The campaign's minimum donation; `null`: the currency's. */
  readonly minimumDonation: bigint | null
  readonly zakatVerified: boolean
  /** End of the verification; null: not verified, or without an end. */
  readonly zakatUntil: Date | null
  /** The part of a zakat donation that the ruling counts, in basis points. */
  readonly zakatEligibleBps: number
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly tipsEnabled: boolean
  /** The frequencies that are offered; null: one-time donations, and those of its plans. */
  readonly frequencies: readonly CampaignFrequency[] | null
  /** The payment methods that are offered; null: all. */
  readonly paymentMethods: readonly CampaignPaymentMethod[] | null
  /**
   * Levels that donors can choose: neither hidden nor deleted. Includes those of Qurbani items, which only their own
   * page lists.
   */
  readonly levels: readonly Level[]
}

const donationData = statementOf(
  'campaigns.donation_facts',
  [organizationColumns],
  `select c.id, c.slug, c.name, c.organization_id as "organizationId", o.name as "organizationName", o.name_ar as "organizationNameAr", o.country as "organizationCountry", o.receipt_regime as "receiptRegime",
     o.verification_state as "verificationState", o.verified_until as "verifiedUntil", o.time_zone as "timeZone", c.currency, c.status, ${isPublicSql('c', 'o')} as "isPublic", c.ends_at as "endsAt", c.goal, c.minimum_donation as "minimumDonation", c.zakat_verified as "zakatVerified", c.zakat_until as "zakatUntil", c.zakat_eligible_bps as "zakatEligibleBps", c.gift_aid as "giftAid",
     c.tax_receipt_countries as "taxReceiptCountries", c.tips_enabled as "tipsEnabled", c.frequencies, c.payment_methods as "paymentMethods",
     (select json_agg(json_build_object(${levelColumns}) order by l.position, l.id) from campaigns.level l
       where l.campaign_id = c.id and l.status = 1 and l.flags & ${hiddenFlag} = 0) as levels
   from campaigns.campaign c join organization o on o.id = c.organization_id
   -- PostgreSQL knows the length of an array parameter and plans each call anew, but not the length of a selected
   -- array.
   where c.id = any(array(select unnest($1::bigint[]))) and c.status <> 0`,
)

/** Reads a campaign from the database, batched; undefined for drafts. */
export const readCampaignForDonation = (ports: Ports, campaignId: bigint): Promise<CampaignForDonation | undefined> =>
  ports.batch('campaigns.for_donation', campaignId, (ids) => readCampaignsForDonation(ports, ids))

async function readCampaignsForDonation(
  ports: Ports,
  ids: readonly bigint[],
): Promise<(CampaignForDonation | undefined)[]> {
  const rows = await ports.statement<Omit<CampaignForDonation, 'levels'> & { levels: LevelJson[] | null }>(
    donationData.name,
    donationData.text,
    [[...new Set(ids)]],
  )
  const found = new Map(rows.map((row) => [row.id, { ...row, levels: (row.levels ?? []).map(levelOf) }]))
  return ids.map((id) => found.get(id))
}
