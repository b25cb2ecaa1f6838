import { findParent, setSupporterSettings, campaignRunBy } from '#modules/causes/campaigns/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountRequest, AccountViewer } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import { required } from '#shared/collections.ts'
import { isUuid } from '#shared/ids.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { supporterPageNotFound } from './act-on-page.ts'
import { movePage } from './edit-page.ts'
import { findSupporterPage, supporterPagesBelow, type SupporterPage } from './queries/pages.ts'

/** Maximum of pages read at once; those that wait come first. */
const pagesMax = 500

/** Returns the settings of a fundraiser or hosted page and all pages below it, for its editors (supporters-1). */
export async function readSupporterSettings(ports: Ports, viewer: AccountViewer, campaignId: bigint) {
  const { id } = await campaignRunBy(ports, viewer, campaignId, 'edit', 'reading')
  return {
    parent: required(await findParent(ports.db, id), 'campaign'),
    pages: await supporterPagesBelow(ports.db, id, pagesMax),
  }
}

/** Turns supporters' pages on or off. Turning them off keeps existing pages, but no more can be opened. */
export async function changeSettings(
  ports: Ports,
  by: AccountRequest,
  input: {
    readonly campaignId: bigint
    readonly isOn: boolean
    readonly needsApproval: boolean
    readonly hasLeaderboard: boolean
  },
) {
  const { id, kind } = await campaignRunBy(ports, by.viewer, input.campaignId, 'edit')
  if (kind !== 'fundraiser' && kind !== 'hosted-page') throw new Problem('conflict', 'supporters-off')
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const before = required(await findParent(tx, id), 'campaign')
    await setSupporterSettings(tx, id, { ...input, at: instant })
    const { isOn, needsApproval, hasLeaderboard } = input
    await record(tx, {
      actor: { kind: 'account', id: by.viewer.accountId },
      act: 'supporter-pages.settings-changed',
      object: `campaign:${id}`,
      at: instant,
      ip: by.context.ip,
      details: {
        before: {
          isOn: before.takesSupporters,
          needsApproval: before.approvesSupporters,
          hasLeaderboard: before.hasLeaderboard,
        },
        after: { isOn, needsApproval, hasLeaderboard },
      },
    })
  })
  return readSupporterSettings(ports, by.viewer, id)
}

/** Approves, hides or shows a page, for editors of its parent, who can't change its texts (supporters-3). */
export async function decidePage(
  ports: NotificationPorts,
  by: AccountRequest,
  input: { readonly campaignId: bigint; readonly pageId: string; readonly state: 'live' | 'hidden' },
): Promise<SupporterPage> {
  const { id: rootId } = await campaignRunBy(ports, by.viewer, input.campaignId, 'edit')
  const page = isUuid(input.pageId) ? await findSupporterPage(ports.db, input.pageId) : undefined
  if (page?.rootId !== rootId) throw supporterPageNotFound()
  return movePage(ports, by, { id: page.id, state: input.state, as: 'organizer' })
}
