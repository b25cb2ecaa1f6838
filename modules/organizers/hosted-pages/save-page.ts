import type { AccountRequest } from '#modules/platform/identity/index.ts'
import { updateEdited } from '#modules/causes/campaigns/index.ts'
import type { AddressedOrganization } from '#modules/causes/organizations/index.ts'
import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { minuteMs } from '#shared/time.ts'
import { type OpenPage, authorizeForPage, hostedPageNotFound, recordHostedPageAct } from './authorize-for-page.ts'
import { sixCharacters } from './create-page.ts'
import { columnsOfPage } from './page-columns.ts'
import type { HostedPagePorts } from './ports.ts'
import { insertNewLevels, knownLevelsOf } from './queries/page-levels.ts'
import { findPageById, lockHostedPage, lockPagesOf, type PageRow, updatePage } from './queries/pages.ts'
import { reserveSlug, releaseSlugs } from './queries/slugs.ts'
import { readHostedPageFields } from './read-fields.ts'
import { changedPaths, conflictingPaths } from './rules/merge-page.ts'
import type { PageContent } from './rules/page-content.ts'
import { slugOfTitle } from './rules/page-slug.ts'
import type { PageInput } from './rules/read-page.ts'
import { pageView } from './views.ts'

/** Maximum of saves of a page a minute (pages-8). */
const savesMax = 60

/** Builds the refusal of a conflicting change, with the current page in `page`. */
export const pageChanged = (ports: HostedPagePorts, open: OpenPage) =>
  new Problem('conflict', 'hosted-page-changed', {
    more: { page: pageView(ports, open, { isDraft: true, isMember: true, now: ports.clock() }) },
  })

/**
 * Saves changed fields in the draft of a page, for an owner, admin or editor of its charity; the public page changes
 * with the next publication. A change based on an older `version` is merged, unless one of its fields has changed
 * since: then it throws `hosted-page-changed` (409) with the current page, and nothing is saved (pages-8).
 */
export async function savePage(
  ports: HostedPagePorts,
  by: AccountRequest,
  input: {
    readonly subdomain: string
    readonly slug: string
    readonly version?: number | undefined
    readonly sent: PageInput
  },
): Promise<OpenPage> {
  const { charity, page: found } = await authorizeForPage(ports, by.viewer, input, 'pages')
  const now = ports.clock()
  const page = await ports.write(async (tx) => {
    await lockPagesOf(tx, charity.id)
    const page = await lockHostedPage(tx, found.id)
    if (!page) throw hostedPageNotFound()
    if (page.reviewRequestedAt) throw new Problem('conflict', 'hosted-page-in-review')
    const counted = countSave(page, now)
    const content = await readHostedPageFields(ports, tx, {
      charity,
      before: page.draft,
      sent: input.sent,
      accountId: by.viewer.accountId,
      locale: by.context.locale,
      knownLevels: await knownLevelsOf(tx, page.id),
      isCurrencyFixed: page.publishedVersion !== null,
      now,
    })
    const paths = changedPaths(page.draft, content)
    if (paths.length === 0) return page
    if (conflictingPaths(paths, { version: input.version, changed: page.changed }).length > 0)
      throw pageChanged(ports, { charity, page })
    await writeDraft(ports, tx, { charity, page, content, paths, now, counted })
    await recordHostedPageAct(tx, {
      by,
      page,
      act: 'saved',
      at: now,
      before: fieldsOf(page.draft, paths),
      after: fieldsOf(content, paths),
    })
    return required(await findPageById(tx, page.id), 'page')
  })
  return { charity, page }
}

/** Counts this save; throws `rate-limited` above the maximum. */
function countSave(page: PageRow, now: Date): { readonly saves_minute: Date; readonly saves: number } {
  const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
  const saves = page.savesMinute?.getTime() === minute.getTime() ? page.saves + 1 : 1
  if (saves > savesMax) throw new Problem('rate-limit', 'rate-limited', { retryAfterSeconds: 60 })
  return { saves_minute: minute, saves }
}

/** Saves a content as the draft's next version; the caller has locked page and charity. */
export async function writeDraft(
  ports: HostedPagePorts,
  tx: Tx,
  input: {
    readonly charity: AddressedOrganization
    readonly page: PageRow
    readonly content: PageContent
    readonly paths: readonly string[]
    readonly now: Date
    readonly counted?: { readonly saves_minute: Date; readonly saves: number }
  },
): Promise<void> {
  const { charity, page, content, now } = input
  const version = page.version + 1
  const isPublic = page.publishedVersion !== null
  await updatePage(tx, page.id, {
    draft: JSON.stringify(content),
    version,
    changed: JSON.stringify({ ...page.changed, ...Object.fromEntries(input.paths.map((path) => [path, version])) }),
    ...(isPublic ? {} : { slug: await nextSlug(ports, tx, page, content) }),
    ...input.counted,
    changed_at: now,
  })
  await insertNewLevels(tx, page.id, content.givingLevels)
  // The campaign of an unpublished page isn't public, but members' lists show its title.
  if (!isPublic)
    await updateEdited(tx, page.campaignId, { ...columnsOfPage(content, charity.timeZone), changed_at: now })
}

/** Returns the slug, which follows the title or the custom URL until the first publication (pages-2). */
async function nextSlug(ports: HostedPagePorts, tx: Tx, page: PageRow, content: PageContent): Promise<string> {
  if (content.title === page.draft.title && content.customUrl === page.draft.customUrl) return page.slug
  await releaseSlugs(tx, page.id)
  return reserveSlug(tx, {
    organizationId: page.organizationId,
    pageId: page.id,
    wanted: content.customUrl || slugOfTitle(content.title, sixCharacters(ports)),
    sixCharacters: () => sixCharacters(ports),
  })
}

const fieldsOf = (content: PageContent, paths: readonly string[]) => {
  const fields = [...new Set(paths.map((path) => path.split('.')[0] as keyof PageContent))]
  return Object.fromEntries(fields.map((field) => [field, content[field]]))
}
