import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { ModerationPorts } from './ports.ts'

/** A complete ruling, as a reviewer sends it when verifying a fundraiser for zakat. */
export const aRuling = {
  ruledBy: 'Dr Maryam Haddad',
  ruledOn: '2020-01-15',
  schools: ['hanafi', 'maliki'] as ('hanafi' | 'maliki')[],
  conditions: '',
  documentUrl: 'https://rulings.example.org/1',
}

/** Creates a staff member who has just logged in. */
export const aStaffSession = (ports: ModerationPorts, ...roles: string[]) =>
  aSession(ports, { roles, firstName: 'Idris', lastName: 'Keller' })

/** Creates an active fundraiser with an organizer whose language is `locale`. */
export async function anOrganizedCampaign(
  ports: ModerationPorts,
  over: Parameters<typeof aCampaign>[1] = {},
  locale: 'en' | 'ar' = 'en',
) {
  const campaign = await aCampaign(ports, over)
  const organizer = await aSession(ports, { firstName: 'Sana' })
  const { accountId } = organizer.viewer
  await ports.write(async (tx) => {
    await insertTeamMembers(tx, [
      { campaignId: campaign.id, accountId, role: 'organizer', publicName: '', at: ports.clock() },
    ])
    await tx.updateTable('identity.account').set({ locale }).where('id', '=', accountId).execute()
  })
  return { campaign, organizer }
}
