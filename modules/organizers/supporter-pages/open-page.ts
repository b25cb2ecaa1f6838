import type { AccountRequest } from '#modules/platform/identity/index.ts'
import { insertFundraiser, lockParent, getPublicCampaign } from '#modules/causes/campaigns/index.ts'
import { isOpen } from '#modules/causes/campaigns/rules/open.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import { insertWithFreeSlug } from '#modules/organizers/fundraising/index.ts'
import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'
import { recordSupporterPageAct } from './act-on-page.ts'
import { mailApprovers } from './mail-pages.ts'
import {
  countOpened,
  findSupporterPage,
  findPageOfAccount,
  findTeam,
  insertSupporterPage,
  lockOpening,
  type SupporterPage,
} from './queries/pages.ts'
import { readSupporterPageFields } from './read-fields.ts'
import { type PageFields, storyHtml } from './rules/page-fields.ts'

/** Maximum of pages that an account can open in 24 hours (supporters-2). */
const newInADay = 10

export type NewPage = PageFields & {
  readonly parentId: bigint
  readonly kind: 'team' | 'supporter'
  /** The page of the team to join; null: none. */
  readonly teamId: string | null
  readonly isOnLeaderboard: boolean
}

/**
 * Opens a page below a public fundraiser or hosted page that accepts supporters' pages, for an account with a confirmed
 * email address; each account has one. It waits for approval unless the parent publishes pages at once (supporters-2,
 * supporters-3).
 */
export async function openPage(ports: NotificationPorts, by: AccountRequest, newPage: NewPage): Promise<SupporterPage> {
  const { accountId, isEmailConfirmed } = by.viewer
  const { id: rootId } = await getPublicCampaign(ports, newPage.parentId)
  if (!isEmailConfirmed) throw new Problem('conflict', 'confirm-email-first')
  const instant = ports.clock()
  return ports.write(async (tx) => {
    await lockOpening(tx, accountId)
    const root = required(await lockParent(tx, rootId), 'campaign')
    const earlier = await findPageOfAccount(tx, rootId, accountId)
    if (earlier) throw new Problem('conflict', 'supporter-page-exists', { more: { pageId: earlier.id } })
    if (!root.takesSupporters || !isOpen(root, instant)) throw new Problem('conflict', 'supporters-off')
    if ((await countOpened(tx, accountId, new Date(instant.getTime() - dayMs))) >= newInADay)
      throw new Problem('rate-limit', 'too-many-supporter-pages', {
        params: { max: newInADay },
        retryAfterSeconds: 86_400,
      })
    const fields = await readSupporterPageFields(tx, {
      sent: newPage,
      coverBefore: null,
      currency: root.currency,
      accountId,
      at: instant,
    })
    const parent = await parentOf(tx, { rootId, rootKind: root.kind, kind: newPage.kind, teamId: newPage.teamId })
    const row = {
      ...parent,
      organization_id: root.organizationId,
      kind: newPage.kind,
      name: fields.title,
      story: storyHtml(fields.story),
      category: root.category,
      country: null,
      language: by.context.locale,
      status: 0 as const,
      currency: root.currency,
      goal: fields.goal === null ? null : BigInt(fields.goal),
      ends_at: root.endsAt,
      minimum_donation: null,
      organizer_name: fields.supporterName,
      organizer_account_id: null,
      cover_id: fields.picture || null,
      cover_alt: fields.pictureAlt,
      featured_rank: null,
      created_at: instant,
      changed_at: instant,
    }
    const { id: campaignId } = await insertWithFreeSlug(ports, tx, fields.title, (slug) =>
      insertFundraiser(tx, { ...row, slug }),
    )
    const id = ports.newId()
    // Triggers copy the parent's values to its campaign.
    await insertSupporterPage(tx, {
      id,
      campaign_id: campaignId,
      root_id: rootId,
      account_id: accountId,
      state: root.approvesSupporters ? 'waiting' : 'live',
      is_on_leaderboard: newPage.isOnLeaderboard,
      opened_at: instant,
      changed_at: instant,
    })
    const page = required(await findSupporterPage(tx, id), 'page')
    if (page.state === 'waiting') await mailApprovers(ports, tx, page)
    await recordSupporterPageAct(tx, {
      by,
      page,
      act: 'opened',
      at: instant,
      details: { kind: newPage.kind, state: page.state },
    })
    return page
  })
}

/** Returns the campaign directly above a page: its team's, or the root. */
export async function parentOf(
  tx: Tx,
  input: {
    readonly rootId: bigint
    readonly rootKind: string
    readonly kind: string
    readonly teamId: string | null
  },
): Promise<{ parent_id: bigint; parent_kind: 'fundraiser' | 'hosted-page' | 'team' }> {
  if (input.teamId === null || input.kind === 'team')
    return { parent_id: input.rootId, parent_kind: input.rootKind === 'hosted-page' ? 'hosted-page' : 'fundraiser' }
  const team = await findTeam(tx, input.rootId, input.teamId)
  if (!team) throw new Problem('validation', 'invalid-input', { fields: { teamId: { code: 'team-not-found' } } })
  return { parent_id: team.campaignId, parent_kind: 'team' }
}
