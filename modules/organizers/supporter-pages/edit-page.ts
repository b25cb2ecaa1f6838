import type { AccountRequest } from '#modules/platform/identity/index.ts'
import { updateEdited, findParent, campaignTotals } from '#modules/causes/campaigns/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import { storyToPlainText } from '#modules/organizers/fundraising/rules/story-text.ts'
import { required } from '#shared/collections.ts'
import { mergeOrReject } from '#shared/input/merge-changes.ts'
import { type Currency, exponentOf } from '#shared/money.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { ownPage, supporterPageNotFound, recordSupporterPageAct } from './act-on-page.ts'
import { mailSupporter } from './mail-pages.ts'
import { parentOf } from './open-page.ts'
import {
  findSupporterPage,
  findTeamOfPage,
  lockSupporterPage,
  setOnLeaderboard,
  setState,
  type SupporterPage,
} from './queries/pages.ts'
import { readSupporterPageFields } from './read-fields.ts'
import { type PageFields, storyHtml } from './rules/page-fields.ts'
import { canMoveSupporterPage } from './rules/page-states.ts'

export type ChangedPage = PageFields & {
  /** The page of its team; null: none. */
  readonly teamId: string | null
  readonly isOnLeaderboard: boolean
}

/**
 * Saves a supporter's fields of their own page, and joins or leaves a team. Throws `supporter-page-fixed` (409,
 * supporters-4) if the team would change after a donation, and `edited-meanwhile` (409, content-47) if a field was also
 * changed elsewhere since `loaded`.
 */
export async function editPage(
  ports: Ports,
  by: AccountRequest,
  id: string,
  { loaded, ...typed }: ChangedPage & { readonly loaded?: ChangedPage | undefined },
): Promise<SupporterPage> {
  await ownPage(ports, by.viewer, id)
  const instant = ports.clock()
  return ports.write(async (tx) => {
    const page = await lockSupporterPage(tx, id)
    if (!page) throw supporterPageNotFound()
    const { accountId } = by.viewer
    const { campaignId, currency, coverId: coverBefore } = page
    const change = loaded ? await mergePage(tx, page, typed, loaded) : typed
    const fields = await readSupporterPageFields(tx, { sent: change, coverBefore, currency, accountId, at: instant })
    await updateEdited(tx, campaignId, {
      name: fields.title,
      story: storyHtml(fields.story),
      goal: fields.goal === null ? null : BigInt(fields.goal),
      organizer_name: fields.supporterName,
      cover_id: fields.picture || null,
      cover_alt: fields.pictureAlt,
      changed_at: instant,
    })
    await setOnLeaderboard(tx, id, change.isOnLeaderboard, instant)
    const hasMoved = await moveToTeam(tx, page, change.teamId)
    await recordSupporterPageAct(tx, { by, page, act: 'edited', at: instant, details: { hasMoved } })
    return required(await findSupporterPage(tx, id), 'page')
  })
}

/** Fields whose values mean nothing to a reader. */
const unquoted = ['picture', 'teamId', 'isOnLeaderboard'] as const

/** Returns the saved page with what the supporter changed since they loaded it. */
async function mergePage(tx: Tx, page: SupporterPage, typed: ChangedPage, loaded: ChangedPage): Promise<ChangedPage> {
  const saved: ChangedPage = {
    title: page.title,
    supporterName: page.supporterName,
    story: storyToPlainText(page.story),
    goal: page.goal === null ? null : Number(page.goal),
    picture: page.coverId ?? '',
    pictureAlt: page.coverAlt,
    teamId: page.parentId === page.rootId ? null : ((await findTeamOfPage(tx, page.parentId)) ?? null),
    isOnLeaderboard: page.isOnLeaderboard,
  }
  const texts = (fields: ChangedPage) => pageTexts(fields, page.currency)
  const merged = mergeOrReject(texts(typed), { loaded: texts(loaded), saved: texts(saved) }, unquoted)
  return {
    title: merged.title,
    supporterName: merged.supporterName,
    story: merged.story,
    goal: merged.goal === texts(typed).goal ? typed.goal : saved.goal,
    picture: merged.picture,
    pictureAlt: merged.pictureAlt,
    teamId: merged.teamId || null,
    isOnLeaderboard: merged.isOnLeaderboard !== '',
  }
}

const pageTexts = (fields: ChangedPage, currency: Currency) => ({
  title: fields.title,
  supporterName: fields.supporterName,
  story: fields.story,
  goal: fields.goal === null ? '' : goalText(fields.goal, currency),
  picture: fields.picture,
  pictureAlt: fields.pictureAlt,
  teamId: fields.teamId ?? '',
  isOnLeaderboard: fields.isOnLeaderboard ? 'yes' : '',
})

/** Returns a goal in major units, as the form shows it. A goal that the rules refuse later may be no integer. */
const goalText = (goal: number, currency: Currency): string => String(goal / 10 ** exponentOf(currency))

async function moveToTeam(tx: Tx, page: SupporterPage, teamId: string | null): Promise<boolean> {
  const root = required(await findParent(tx, page.rootId), 'campaign')
  const parent = await parentOf(tx, { rootId: root.id, rootKind: root.kind, kind: page.kind, teamId })
  if (parent.parent_id === page.parentId) return false
  if (await hasDonations(tx, page.campaignId)) throw new Problem('conflict', 'supporter-page-fixed')
  try {
    await updateEdited(tx, page.campaignId, parent)
  } catch (error) {
    // The first donation arrived in the meantime.
    if ((error as { constraint?: string }).constraint === 'parent_fixed_by_donation')
      throw new Problem('conflict', 'supporter-page-fixed')
    throw error
  }
  return true
}

/** Whether a page has counted donations. */
const hasDonations = async (tx: Tx, campaignId: bigint): Promise<boolean> =>
  (await campaignTotals(tx, [campaignId])).some(({ lastDonationAt }) => lastDonationAt !== null)

/** Ends the viewer's own page, or opens it again (supporters-3). */
export async function moveOwnPage(
  ports: NotificationPorts,
  by: AccountRequest,
  id: string,
  state: 'live' | 'ended',
): Promise<SupporterPage> {
  await ownPage(ports, by.viewer, id)
  return movePage(ports, by, { id, state, as: 'supporter' })
}

/** Moves a page to a state that the mover may set; the caller has checked who that is. */
export async function movePage(
  ports: NotificationPorts,
  by: AccountRequest,
  {
    id,
    state,
    as,
  }: { readonly id: string; readonly state: SupporterPage['state']; readonly as: 'supporter' | 'organizer' },
): Promise<SupporterPage> {
  const instant = ports.clock()
  return ports.write(async (tx) => {
    const page = await lockSupporterPage(tx, id)
    if (!page) throw supporterPageNotFound()
    if (!canMoveSupporterPage(as, page.state, state))
      throw new Problem('conflict', 'state-not-allowed', { more: { state: page.state } })
    await setState(tx, id, state, instant)
    await recordSupporterPageAct(tx, {
      by,
      page,
      act: 'state-changed',
      at: instant,
      details: { from: page.state, to: state },
    })
    const moved = required(await findSupporterPage(tx, id), 'page')
    if (as === 'organizer' && (state === 'live' || state === 'hidden')) await mailSupporter(ports, tx, moved, state)
    return moved
  })
}
