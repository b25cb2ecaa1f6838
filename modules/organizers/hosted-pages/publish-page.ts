import { isDeepStrictEqual } from 'node:util'
import type { AccountRequest } from '#modules/platform/identity/index.ts'
import { lockEdited, changeStatus, updateEdited } from '#modules/causes/campaigns/index.ts'
import type { AddressedOrganization } from '#modules/causes/organizations/index.ts'
import { insertRevision } from '#modules/organizers/fundraising/index.ts'
import { wholeAmountText } from '#modules/organizers/fundraising/rules/draft.ts'
import { offerFrequencies } from '#modules/recurring/plans/index.ts'
import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { recordHostedPageAct } from './authorize-for-page.ts'
import { sixCharacters } from './create-page.ts'
import { columnsOfPage, frequenciesOf, goalOf } from './page-columns.ts'
import type { HostedPagePorts } from './ports.ts'
import { publishLevels } from './queries/page-levels.ts'
import { type PageRow, updatePage } from './queries/pages.ts'
import { reserveSlug } from './queries/slugs.ts'
import { insertVersion } from './queries/versions.ts'
import type { PageContent } from './rules/page-content.ts'

/**
 * Publishes the draft of a page: saves a version and updates its campaign, its giving levels and, if a custom URL was
 * requested, its slug. Changes that need review are saved as a revision. The caller has locked page and charity, and
 * checked that nothing is missing.
 */
export async function publishPage(
  ports: HostedPagePorts,
  tx: Tx,
  input: {
    readonly charity: AddressedOrganization
    readonly page: PageRow
    /** Null if the verification of the charity published the page. */
    readonly by: AccountRequest | null
    readonly now: Date
  },
): Promise<void> {
  const { charity, page, by, now } = input
  const content = page.draft
  const campaign = required(await lockEdited(tx, page.campaignId), 'campaign')
  if (campaign.pausedByStaffAt) throw new Problem('conflict', 'fundraiser-paused-by-staff')
  await updateEdited(tx, page.campaignId, { ...columnsOfPage(content, charity.timeZone), changed_at: now })
  if (campaign.status !== 1) await changeStatus(tx, page.campaignId, { from: campaign.status, to: 1, at: now })
  await offerFrequencies(ports, tx, page.campaignId, frequenciesOf(content))
  await publishLevels(tx, { pageId: page.id, campaignId: page.campaignId, content })
  const byId = by?.viewer.accountId ?? null
  const number = await insertVersion(tx, { pageId: page.id, content, at: now, byId })
  const asksForSlug =
    content.customUrl !== '' && page.published !== null && content.customUrl !== page.published.customUrl
  await updatePage(tx, page.id, {
    published_version: number,
    published_at: page.publishedAt ?? now,
    review_requested_at: null,
    ...(asksForSlug
      ? {
          slug: await reserveSlug(tx, {
            organizationId: page.organizationId,
            pageId: page.id,
            wanted: content.customUrl,
            sixCharacters: () => sixCharacters(ports),
          }),
        }
      : {}),
    changed_at: now,
  })
  if (page.published) await reviewChanges(ports, tx, { page, before: page.published, byId, now })
  await recordHostedPageAct(tx, { by, page, act: 'published', at: now, after: { version: number } })
}

const reviewedTexts = (content: PageContent) => {
  const goal = goalOf(content)
  return {
    title: content.title,
    story: content.description,
    goal: goal === null ? '' : wholeAmountText(BigInt(goal), content.currency),
    coverId: content.image,
    coverAlt: content.imageAlt,
    impacts: content.impacts.map(({ amount, text }) => ({
      amount: wholeAmountText(BigInt(amount), content.currency),
      text,
    })),
  }
}

/** Sends changes of title, description, goal, image or impacts of a public page to review, like a fundraiser's (content-17). */
async function reviewChanges(
  ports: HostedPagePorts,
  tx: Tx,
  input: { readonly page: PageRow; readonly before: PageContent; readonly byId: string | null; readonly now: Date },
): Promise<void> {
  const [before, after] = [reviewedTexts(input.before), reviewedTexts(input.page.draft)]
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
  if (fields.length === 0 || input.byId === null) return
  const pick = (texts: typeof after) => Object.fromEntries(fields.map((field) => [field, texts[field]]))
  await insertRevision(tx, {
    id: ports.newId(),
    campaignId: input.page.campaignId,
    authorId: input.byId,
    at: input.now,
    before: pick(before),
    after: pick(after),
  })
}
