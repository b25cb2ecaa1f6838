import { insertCampaigns } from '#modules/causes/campaigns/queries/written.ts'
import { setSupporterSettings } from '#modules/causes/campaigns/index.ts'
import { storyHtml } from '#modules/organizers/supporter-pages/rules/page-fields.ts'
import { required } from '#shared/collections.ts'
import { fromMajor } from '#shared/money.ts'
import { uuidv7 } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { dayMs } from '#shared/time.ts'
import { admin, amina, reviewer, sana } from '../accounts.ts'
import type { GivenCampaign } from '../donations.ts'
import type { Random } from '../random.ts'
import { seedTexts } from '../seed-texts.ts'
import { writeRows } from '../write.ts'

const parentSlug = 'the-camel-library'

/** One team with a member, one page outside it, and one that waits for approval. Amounts are in whole major units. */
export const supporterPageSeeds = [
  { slug: 'readers-of-leicester', by: amina, kind: 'team', daysAgo: 40, goal: 600, given: 180, inTeam: false },
  { slug: 'idris-reads-aloud', by: admin, kind: 'supporter', daysAgo: 33, goal: 250, given: 95, inTeam: true },
  { slug: 'sana-walks-the-route', by: sana, kind: 'supporter', daysAgo: 21, goal: 400, given: 240, inTeam: false },
  { slug: 'nadia-sells-her-books', by: reviewer, kind: 'supporter', daysAgo: 1, goal: 150, given: 0, inTeam: false },
] as const

/** Enables supporters' pages for one fundraiser of the demo and writes some. Returns those that have donations. */
export async function writeSupporterPages(
  tx: Tx,
  input: {
    readonly accountIds: ReadonlyMap<string, string>
    readonly campaigns: readonly GivenCampaign[]
    readonly now: Date
    readonly random: Random
  },
): Promise<GivenCampaign[]> {
  const parent = required(input.campaigns.find(({ slug }) => slug === parentSlug))
  const { startedAt: settingsAt } = parent
  await setSupporterSettings(tx, parent.id, { isOn: true, needsApproval: true, hasLeaderboard: true, at: settingsAt })
  const { text, optional } = seedTexts('umeed-trust', 'en')
  const given: GivenCampaign[] = []
  let team: bigint | undefined
  for (const page of supporterPageSeeds) {
    const instant = new Date(input.now.getTime() - page.daysAgo * dayMs)
    const amountOf = (major: number) => fromMajor(String(major), parent.currency).amount
    const name = text(`${page.slug}.name`)
    const above = page.inTeam
      ? { parent_id: required(team), parent_kind: 'team' as const }
      : { parent_id: parent.id, parent_kind: 'fundraiser' as const }
    const [campaignId] = await insertCampaigns(tx, [
      {
        ...above,
        organization_id: parent.organizationId,
        slug: page.slug,
        kind: page.kind,
        name,
        story: storyHtml([text(`${page.slug}.story.1`), optional(`${page.slug}.story.2`) ?? ''].join('\n\n')),
        category: 'education',
        country: 'PK',
        status: 0,
        currency: parent.currency,
        goal: amountOf(page.goal),
        ends_at: null,
        minimum_donation: null,
        organizer_name: `${page.by.firstName} ${page.by.lastName}`,
        organizer_account_id: null,
        featured_rank: null,
        created_at: instant,
        changed_at: instant,
      },
    ])
    const id = required(campaignId)
    if (page.kind === 'team') team = id
    await writeRows(tx, 'supporter_pages.page', [
      {
        id: uuidv7(instant, input.random.bytes(10)),
        campaign_id: id,
        root_id: parent.id,
        account_id: required(input.accountIds.get(page.by.email)),
        state: page.given > 0 ? 'live' : 'waiting',
        is_on_leaderboard: page.kind === 'supporter',
        opened_at: instant,
        changed_at: instant,
      },
    ])
    if (page.given > 0)
      given.push({ ...parent, id, slug: page.slug, name, target: amountOf(page.given), startedAt: instant, levels: [] })
  }
  return given
}
