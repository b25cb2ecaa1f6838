import { required } from '#shared/collections.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { uuidv7 } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { cleanRichText, insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { insertNewsRows, setStory } from '#modules/causes/campaigns/queries/written.ts'
import { findAccountByEmail, insertAccount } from '#modules/platform/identity/queries.ts'
import type { GivenCampaign } from './donations.ts'
import { createRandom } from './random.ts'
import { fundraiserPages, type TeamSeed } from './fundraiser-pages.ts'
import { seedTexts } from './seed-texts.ts'

const joinedDaysAgo = 1090
/** A separate seed, so that a change here doesn't change the demo's donations. */
const seed = 96_114

/** Writes stories with headings and lists, teams and updates for a few of the demo's fundraisers. */
export async function writeFundraiserPages(
  tx: Tx,
  {
    accountIds,
    campaigns,
    now,
  }: {
    readonly accountIds: ReadonlyMap<string, string>
    readonly campaigns: readonly GivenCampaign[]
    readonly now: Date
  },
): Promise<void> {
  const random = createRandom(seed)
  const joinedAt = new Date(now.getTime() - joinedDaysAgo * dayMs)
  const ids = new Map(accountIds)
  /** Returns the account of a team member, which has no password because no one logs in with it. */
  async function idOf(person: TeamSeed): Promise<string> {
    const known = ids.get(person.email)
    if (known) return known
    const account = await insertAccount(tx, {
      id: uuidv7(joinedAt, random.bytes(10)),
      email: person.email,
      passwordHash: null,
      firstName: person.firstName,
      lastName: person.lastName,
      roles: [],
      at: joinedAt,
    })
    const id = account?.id ?? required(await findAccountByEmail(tx, person.email)).id
    ids.set(person.email, id)
    return id
  }
  for (const { slug, zakatCategories, team, news } of fundraiserPages) {
    const campaign = required(campaigns.find((candidate) => candidate.slug === slug))
    const { text, optional } = seedTexts('fundraiser-pages', campaign.language)
    const story = optional(`${slug}.story`)
    await setStory(tx, campaign.id, {
      ...(story === undefined ? {} : { story: cleanRichText(story) }),
      ...(zakatCategories ? { zakatCategories } : {}),
      at: new Date(now.getTime() - 40 * dayMs),
    })
    for (const [position, person] of team.entries())
      await insertTeamMembers(tx, [
        {
          campaignId: campaign.id,
          accountId: await idOf(person),
          role: person.role,
          publicName: `${person.firstName} ${person.lastName}`,
          publicRole: text(`${slug}.team.${position + 1}.role`),
          position,
          at: joinedAt,
        },
      ])
    await insertNewsRows(
      tx,
      news.map(({ daysAgo, by }, index) => {
        const publishedAt = new Date(now.getTime() - daysAgo * dayMs - 3 * hourMs)
        return {
          id: uuidv7(publishedAt, random.bytes(10)),
          campaign_id: campaign.id,
          author_id: required(ids.get(by)),
          title: text(`${slug}.news.${index + 1}.title`),
          body: cleanRichText(text(`${slug}.news.${index + 1}.body`)),
          published_at: publishedAt,
          changed_at: null,
        }
      }),
    )
  }
}
