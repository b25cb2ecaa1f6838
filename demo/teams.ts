import { one, required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { insertMembers } from '#modules/causes/organizations/index.ts'
import { sana } from './accounts.ts'
import type { GivenCampaign } from './donations.ts'
import { organizations } from './organizations.ts'

/** Makes the demo's organizer the owner of the first charity and of its first two fundraisers. */
export async function writeTeams(
  tx: Tx,
  {
    accountIds,
    campaigns,
    at,
  }: {
    readonly accountIds: ReadonlyMap<string, string>
    readonly campaigns: readonly GivenCampaign[]
    readonly at: Date
  },
): Promise<void> {
  const accountId = required(accountIds.get(sana.email))
  const first = one(organizations)
  const hers = campaigns.filter((campaign) => first.campaigns.slice(0, 2).some((seed) => seed.slug === campaign.slug))
  await insertMembers(tx, [{ organizationId: one(hers).organizationId, accountId, role: 'owner', at }])
  await insertTeamMembers(
    tx,
    hers.map((campaign) => ({
      campaignId: campaign.id,
      accountId,
      role: 'organizer',
      publicName: `${sana.firstName} ${sana.lastName}`,
      at,
    })),
  )
}
