import { createHash } from 'node:crypto'
import { uuidv7 } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import type { GivenCampaign } from './donations.ts'
import { writeRows } from './write.ts'

/**
 * Donations to open campaigns end shortly before the demo begins; those to ended or paused campaigns end long before.
 */
const lastDonationMs = 120_000

const offered = ['day', 'week', 'month', 'year'] as const

/** Whether a campaign is a general fund, which has its charity's name. */
const isFund = ({ name, organizationName }: GivenCampaign): boolean => name === organizationName

/**
 * Writes plans: every third open fundraiser offers weekly, monthly and yearly donations; every ninth also daily ones,
 * and asks for a phone number. The other general funds offer monthly and yearly donations, as every charity's fund
 * does.
 */
export async function writePlans(
  tx: Tx,
  { campaigns, now }: { readonly campaigns: readonly GivenCampaign[]; readonly now: Date },
): Promise<void> {
  const open = campaigns.filter(({ until }) => until.getTime() > now.getTime() - lastDonationMs)
  const many = open.filter((_, index) => index % 3 === 0)
  const funds = campaigns.filter((campaign) => isFund(campaign) && !many.includes(campaign))
  await writeRows(
    tx,
    'plans.plan',
    [
      ...many.map((campaign, index) => ({ campaign, frequencies: index % 3 === 0 ? offered : offered.slice(1) })),
      ...funds.map((campaign) => ({ campaign, frequencies: offered.slice(2) })),
    ].flatMap(({ campaign, frequencies }) =>
      frequencies.map((frequency) => ({
        id: uuidv7(campaign.startedAt, createHash('sha256').update(`plan ${campaign.slug} ${frequency}`).digest()),
        type: 'CHARITY',
        programme: null,
        campaign_id: campaign.id,
        frequency,
        is_enabled: true,
        is_on_campaign_page: true,
        requests_phone: frequency === 'day',
        created_at: campaign.startedAt,
        changed_at: campaign.startedAt,
      })),
    ),
  )
}
