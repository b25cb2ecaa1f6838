import { required } from '#shared/collections.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { uuidv7 } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { cleanRichText } from '#modules/causes/campaigns/index-editing.ts'
import { insertTeamMembers } from '#modules/causes/campaigns/index-team.ts'
import { insertNews, setStory } from '#modules/causes/campaigns/queries/written.ts'
import { findAccountByEmail, insertAccount } from '#modules/platform/identity/queries.ts'
import type { GivenCampaign } from './gifts.ts'
import { createRandom } from './random.ts'
import { type TeamSeed, told } from './told-words.ts'

const joinedDaysAgo = 1090
/** Chance of its own, so that the gifts of the demo stay the same whatever is told here. */
const seed = 96_114

/** Stories with headings and lists, teams and news for a handful of the demo's fundraisers. */
export async function writeTold(
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
  /** People of a team have accounts without a password: nobody logs in with them. */
  async function idOf(person: TeamSeed): Promise<string> {
    const known = ids.get(person.email)
    if (known) return known
    const made = await insertAccount(tx, {
      id: uuidv7(joinedAt, random.bytes(10)),
      email: person.email,
      passwordHash: null,
      firstName: person.firstName,
      lastName: person.lastName,
      roles: [],
      at: joinedAt,
    })
    const id = made?.id ?? required(await findAccountByEmail(tx, person.email)).id
    ids.set(person.email, id)
    return id
  }
  for (const each of told) {
    const campaignId = required(campaigns.find(({ slug }) => slug === each.slug)).id
    await setStory(tx, campaignId, {
      ...(each.story === undefined ? {} : { story: cleanRichText(each.story) }),
      ...(each.zakat ? { zakatCategories: each.zakat } : {}),
      at: new Date(now.getTime() - 40 * dayMs),
    })
    for (const [position, person] of each.team.entries())
      await insertTeamMembers(tx, [
        {
          campaignId,
          accountId: await idOf(person),
          role: person.role,
          publicName: `${person.firstName} ${person.lastName}`,
          publicRole: person.does,
          position,
          at: joinedAt,
        },
      ])
    await insertNews(
      tx,
      each.news.map(({ daysAgo, title, body, by }) => {
        const at = new Date(now.getTime() - daysAgo * dayMs - 3 * hourMs)
        return {
          id: uuidv7(at, random.bytes(10)),
          campaign_id: campaignId,
          author_id: by ? required(ids.get(by)) : null,
          title,
          body: cleanRichText(body),
          published_at: at,
          changed_at: null,
        }
      }),
    )
  }
}
