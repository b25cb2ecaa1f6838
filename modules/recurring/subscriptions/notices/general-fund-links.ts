import { generalFundOf, type CampaignForDonation, getCampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { donationRefusal } from '#modules/causes/campaigns/rules/open.ts'
import type { Subscription } from '../agreement/subscription-queries.ts'
import { causeSharesOf } from '../rules/portions.ts'
import { exponentOf } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import type { GeneralFundLink } from './mails/mail-data.ts'
import type { NoticePorts } from './ports.ts'

/**
 * Returns links to those general funds of a plan's charities that accept donations. Each opens the donation form with
 * the charity's part of the plan's amount and its frequency (pages-14); without an amount if the currency differs.
 */
export async function generalFundLinks(
  ports: NoticePorts,
  { causes, portions, schedule, currency }: Pick<Subscription, 'causes' | 'portions' | 'schedule' | 'currency'>,
  campaigns: readonly { readonly id: bigint; readonly organizationId: bigint }[],
  locale: Locale,
): Promise<GeneralFundLink[]> {
  const gift = 'each' in portions ? BigInt(portions.each.gift) : 0n
  const shares = causeSharesOf(gift, currency, causes)
  const organizationIds = [...new Set(campaigns.map(({ organizationId }) => organizationId))]
  const links = await Promise.all(
    organizationIds.map(async (organizationId) => {
      const fund = await openFundOf(ports, organizationId)
      if (!fund) return undefined
      const own = campaigns.filter((campaign) => campaign.organizationId === organizationId).map(({ id }) => String(id))
      const part = shares.reduce((sum, { campaignId, amount }) => (own.includes(campaignId) ? sum + amount : sum), 0n)
      const whole = part / 10n ** BigInt(exponentOf(currency))
      const query = new URLSearchParams({
        ...(fund.currency === currency && whole > 0n ? { amount: String(whole) } : {}),
        ...(isCivil(schedule.kind) ? { frequencyType: schedule.kind } : {}),
      })
      const charity = (locale === 'ar' && fund.organizationNameAr) || fund.organizationName
      return { charity, url: `${ports.origin}/v4/checkout/${fund.slug}?${query.toString()}` }
    }),
  )
  return links.filter((link) => link !== undefined)
}

async function openFundOf(ports: NoticePorts, organizationId: bigint): Promise<CampaignForDonation | undefined> {
  const fund = await generalFundOf(ports.db, organizationId)
  const campaign = fund && (await getCampaignForDonation(ports, fund.id))
  return campaign && donationRefusal(campaign, ports.clock()) === undefined ? campaign : undefined
}

const civil: ReadonlySet<string> = new Set(['day', 'week', 'month', 'year'])
const isCivil = (kind: Subscription['schedule']['kind']): boolean => civil.has(kind)
