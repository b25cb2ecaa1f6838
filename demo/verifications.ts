import { dayMs } from '#shared/time.ts'
import { createHash } from 'node:crypto'
import { uuidv7 } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { record } from '#modules/platform/audit/index.ts'
import { setZakatVerified } from '#modules/causes/campaigns/index.ts'
import { scoreOf } from '#modules/trust/moderation/rules/score.ts'
import { zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import { zakatCategories } from '#modules/trust/moderation/rules/zakat.ts'
import type { GivenCampaign } from './donations.ts'
import { writeRows } from './write.ts'

/** Derives an id from a name, so that it is the same on every machine and needs no draw from the demo's generator. */
const idOf = (name: string, instant: Date): string => uuidv7(instant, createHash('sha256').update(name).digest())

/**
 * Writes the zakat verifications of the demo's fundraisers with their rulings: each for a year from a different day,
 * one of them about to end. Two more are in the queue: one requested, one reported.
 */
export async function writeVerifications(
  tx: Tx,
  {
    campaigns,
    reviewerId,
    now,
  }: { readonly campaigns: readonly GivenCampaign[]; readonly reviewerId: string; readonly now: Date },
): Promise<void> {
  const verified = campaigns.filter((campaign) => campaign.isZakatVerified)
  const granted = verified.map((campaign, index) => {
    const verifiedAt = new Date(
      Math.max(campaign.startedAt.getTime(), now.getTime() - (340 - ((index * 37) % 300)) * dayMs),
    )
    return {
      ...requestOf(campaign, new Date(verifiedAt.getTime() - 3 * dayMs), index),
      state: 'granted',
      reviewer_account_id: reviewerId,
      verified_at: verifiedAt,
      expires_at: new Date(verifiedAt.getTime() + 365 * dayMs),
      ruled_by: index % 3 === 0 ? 'Sharia Board of the Sunbul Demo' : 'Dr Maryam Haddad',
      ruled_on: new Date(verifiedAt.getTime() - 5 * dayMs).toISOString().slice(0, 10),
      schools: index % 4 === 0 ? zakatSchools.slice(0, 2) : [...zakatSchools],
      conditions: index % 4 === 0 ? 'The money is handed to the families themselves.' : '',
      document_url: 'https://rulings.example.org/zakat',
    }
  })
  await writeRows(tx, 'moderation.zakat_verification', granted)
  for (const { campaign_id, categories, schools, verified_at, expires_at } of granted)
    await setZakatVerified(tx, campaign_id, { categories, schools, until: expires_at }, verified_at)
  const [asking, reported] = campaigns
    .filter((campaign) => !campaign.isZakatVerified && campaign.until > new Date(now.getTime() - dayMs))
    .slice(-2)
  if (asking) await writeRequest(tx, asking, now)
  if (reported) await writeReport(tx, reported, now)
}

const requestOf = (campaign: GivenCampaign, instant: Date, index: number) => ({
  id: idOf(`verification ${campaign.slug}`, instant),
  campaign_id: campaign.id,
  categories: zakatCategories.slice(0, 2 + (index % 2)),
  note: `${campaign.organizationName} hands the money to families whose need its own people have checked at home, and keeps a list of them.`,
  links: [],
  requested_at: instant,
})

async function writeRequest(tx: Tx, campaign: GivenCampaign, now: Date): Promise<void> {
  const request = requestOf(campaign, new Date(now.getTime() - 2 * dayMs), 0)
  await writeRows(tx, 'moderation.zakat_verification', [{ ...request, state: 'requested' }])
  await writeCase(
    tx,
    caseOf(campaign, {
      kind: 'zakat',
      subjectId: request.id,
      at: request.requested_at,
      reasons: [{ code: 'zakat-requested', count: 1 }],
    }),
  )
}

async function writeReport(tx: Tx, campaign: GivenCampaign, now: Date): Promise<void> {
  const instant = new Date(now.getTime() - dayMs / 2)
  const row = caseOf(campaign, {
    kind: 'report',
    subjectId: String(campaign.id),
    at: instant,
    reasons: [{ code: 'misleading', count: 1 }],
  })
  await writeCase(tx, { ...row, snapshot: { name: campaign.name } })
  await writeRows(tx, 'moderation.report', [
    {
      id: idOf('report', instant),
      case_id: row.id,
      reason: 'misleading',
      body: 'I saw this picture on another page last year.',
      reported_at: instant,
    },
  ])
}

/** Writes a case with its first audit entry. */
async function writeCase(tx: Tx, row: ReturnType<typeof caseOf>): Promise<void> {
  await writeRows(tx, 'moderation.case', [row])
  await record(tx, {
    actor: { kind: 'system' },
    act: 'moderation.case-opened',
    object: `case:${row.id}`,
    at: row.opened_at,
    details: {
      kind: row.kind,
      subject: row.subject_id,
      campaignId: String(row.campaign_id),
      reasons: row.reasons.map(({ code }) => code),
    },
  })
}

function caseOf(
  campaign: GivenCampaign,
  input: {
    readonly kind: 'zakat' | 'report'
    readonly subjectId: string
    readonly at: Date
    readonly reasons: readonly { code: string; count: number }[]
  },
) {
  const atStake = campaign.target ?? 0n
  const isReport = input.kind === 'report'
  return {
    id: idOf(`case ${campaign.slug}`, input.at),
    kind: input.kind,
    subject_id: input.subjectId,
    campaign_id: campaign.id,
    opened_at: input.at,
    reasons: input.reasons,
    ...scoreOf({
      kind: input.kind,
      reporters: isReport ? 1 : 0,
      reasons: isReport ? ['misleading'] : [],
      atStake,
      currency: campaign.currency,
      isZakat: !isReport,
    }),
    at_stake: atStake,
    currency: campaign.currency,
    snapshot: {} as Readonly<Record<string, string>>,
    state: 'open',
  }
}
