import { insertTeamMembers, type TeamRole } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import type { Ports } from '#shared/ports.ts'

/** Creates a draft with its own organizer and charity; complete and in pounds by default. */
export async function aDraft(
  ports: Ports,
  viewer: Pick<AccountViewer, 'accountId'>,
  over: Parameters<typeof aCampaign>[1] & { role?: TeamRole } = {},
) {
  const { role = 'organizer', ...row } = over
  const organization_id = row.organization_id ?? (await anOrganization(ports)).id
  const campaign = await aCampaign(ports, {
    status: 0,
    organizer_account_id: role === 'organizer' ? viewer.accountId : null,
    story: `<p>${'The nearest well is four kilometres away, and the children fetch the water. '.repeat(3)}</p>`,
    ...row,
    organization_id,
  })
  await ports.write((tx) =>
    insertTeamMembers(tx, [
      { campaignId: campaign.id, accountId: viewer.accountId, role, publicName: 'Amina', at: ports.clock() },
    ]),
  )
  return campaign
}
