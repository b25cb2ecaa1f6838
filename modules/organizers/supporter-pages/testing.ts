import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { ask } from '#modules/organizers/charities/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { SupporterPageView } from './contract.ts'

type ParentRow = NonNullable<Parameters<typeof aCampaign>[1]>

/** Creates a public fundraiser that accepts supporters' pages, with its organizer's token. */
export async function aParent(installation: TestApp, over: ParentRow = {}) {
  const campaign = await aCampaign(installation.app, { takes_supporters: true, approves_supporters: false, ...over })
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
  const { accountId } = viewer
  const instant = installation.app.clock()
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [{ campaignId: campaign.id, accountId, role: 'organizer', publicName: 'Sana', at: instant }]),
  )
  return { ...campaign, token, path: `/v4/campaigns/${campaign.id}` }
}

export const pageInput = {
  title: 'Amina runs for water',
  supporterName: 'Amina',
  story: 'Ten kilometres.\n\nAnd back.',
}

/** Opens a page below a campaign for a new account, or for the one with this token. */
export async function open(installation: TestApp, parentId: bigint, over: object = {}, token?: string) {
  const session = token ?? (await aSession(installation.app, { isConfirmed: true })).token
  const { status, body } = await ask(installation, session, 'POST', '/v4/supporter-pages', {
    ...pageInput,
    parentId: String(parentId),
    ...over,
  })
  const page = body as unknown as SupporterPageView & { readonly code?: string }
  return { status, page, token: session, id: BigInt(page.campaignId ?? 0) }
}
