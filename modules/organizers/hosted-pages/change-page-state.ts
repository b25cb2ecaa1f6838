import type { AccountRequest } from '#modules/platform/identity/index.ts'
import { lockEdited, changeStatus, updateEdited } from '#modules/causes/campaigns/index.ts'
import { canDo } from '#modules/causes/organizations/rules/roles.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { hourMs } from '#shared/time.ts'
import { type OpenPage, authorizeForPage, hostedPageNotFound, recordHostedPageAct } from './authorize-for-page.ts'
import type { HostedPagePorts } from './ports.ts'
import { publishPage } from './publish-page.ts'
import { findPageById, lockHostedPage, lockPagesOf, updatePage } from './queries/pages.ts'
import { countPublications } from './queries/versions.ts'
import { pageInvalid } from './read-fields.ts'
import { missingToPublish } from './rules/missing-to-publish.ts'
import { type RequestableState, canMovePage, type HostedPageState, pageStateOf } from './rules/page-states.ts'
import { pageChanged } from './save-page.ts'

/** Maximum of publications of a page an hour (pages-8). */
const publicationsMax = 10

/**
 * Moves a page to another state, or publishes the changes of a published page. A move requires an owner, admin or
 * finance member of the charity, publishing changes an owner, admin or editor (accounts-13). If the charity isn't
 * verified, publishing a draft sends it to review (pages-7).
 */
export async function changePageState(
  ports: HostedPagePorts,
  by: AccountRequest,
  input: {
    readonly subdomain: string
    readonly slug: string
    readonly state: RequestableState
    readonly version?: number | undefined
  },
): Promise<OpenPage> {
  const { charity, role, page: found } = await authorizeForPage(ports, by.viewer, input, 'read')
  const now = ports.clock()
  const page = await ports.write(async (tx) => {
    await lockPagesOf(tx, charity.id)
    const page = await lockHostedPage(tx, found.id)
    if (!page) throw hostedPageNotFound()
    const from = pageStateOf(page, now)
    const isChange = from === 'published' && input.state === 'published'
    if (!canDo(role, isChange ? 'pages' : 'page-states')) throw new Problem('authorization', 'not-allowed')
    if (input.version !== undefined && input.version < page.version) throw pageChanged(ports, { charity, page })
    if (!canMovePage({ from, isClosed: page.campaignStatus === 3 }, input.state))
      throw new Problem('conflict', 'state-not-allowed', { more: { state: from } })
    await movePage(ports, tx, { charity, page, by, from, to: input.state, now })
    return required(await findPageById(tx, page.id), 'page')
  })
  return { charity, page }
}

async function movePage(
  ports: HostedPagePorts,
  tx: Tx,
  openPage: OpenPage & {
    readonly by: AccountRequest
    readonly from: HostedPageState
    readonly to: RequestableState
    readonly now: Date
  },
): Promise<void> {
  const { page, by, from, to, now } = openPage
  if (to === 'published') return publish(ports, tx, openPage)
  if (to === 'draft' && from === 'review') await updatePage(tx, page.id, { review_requested_at: null })
  else if (to === 'draft' || to === 'archived')
    await updateEdited(tx, page.campaignId, { archived_at: to === 'archived' ? now : null, changed_at: now })
  else {
    const campaign = required(await lockEdited(tx, page.campaignId), 'campaign')
    await changeStatus(tx, page.campaignId, { from: campaign.status, to: to === 'ended' ? 3 : 2, at: now })
  }
  await updatePage(tx, page.id, { changed_at: now })
  await recordHostedPageAct(tx, {
    by,
    page,
    act: 'state-changed',
    at: now,
    before: { state: from },
    after: { state: to },
  })
}

async function publish(
  ports: HostedPagePorts,
  tx: Tx,
  {
    charity,
    page,
    by,
    from,
    now,
  }: OpenPage & { readonly by: AccountRequest; readonly from: HostedPageState; readonly now: Date },
): Promise<void> {
  const fields = missingToPublish(page.draft, localDateIn(charity.timeZone, now))
  if (Object.keys(fields).length > 0) throw pageInvalid(fields)
  if ((await countPublications(tx, page.id, new Date(now.getTime() - hourMs))) >= publicationsMax)
    throw new Problem('rate-limit', 'too-many-publications', {
      params: { max: publicationsMax },
      retryAfterSeconds: 3600,
    })
  const isVerified = canReceiveDonations(charity, now)
  if (from === 'review' && !isVerified) throw new Problem('conflict', 'state-not-allowed', { more: { state: from } })
  if (from === 'draft' && !isVerified) {
    await updatePage(tx, page.id, { review_requested_at: now, changed_at: now })
    return recordHostedPageAct(tx, {
      by,
      page,
      act: 'state-changed',
      at: now,
      before: { state: from },
      after: { state: 'review' },
    })
  }
  await publishPage(ports, tx, { charity, page, by, now })
}
