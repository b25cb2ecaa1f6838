import { plainTextOf } from '#modules/causes/campaigns/index.ts'
import { findAddressedOrganization } from '#modules/causes/organizations/index.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { wholeAmountText } from '#modules/organizers/fundraising/rules/draft.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { recordHostedPageAct } from './authorize-for-page.ts'
import type { HostedPagePorts } from './ports.ts'
import { publishPage } from './publish-page.ts'
import { listPagesInReview, lockHostedPage, lockPagesOf, type PageRow, updatePage } from './queries/pages.ts'
import { missingToPublish } from './rules/missing-to-publish.ts'
import { videoAddress } from '#shared/input/video.ts'

/** A page that waits for its charity's verification, as staff review it together with the charity (pages-7). */
export type PageForReview = {
  readonly id: string
  readonly title: string
  readonly language: string
  readonly tagline: string
  readonly description: string
  /** Giving levels, and impacts with their amount as title; of levels only the texts are reviewed. */
  readonly levels: readonly { readonly title: string; readonly description: string }[]
  readonly pictures: readonly { readonly url: string; readonly alt: string }[]
  /** URLs of video and social links. */
  readonly links: readonly string[]
  /** Version of the draft, which can't change while the page waits. */
  readonly version: number
}

const forReview = ({ id, draft, version }: PageRow): PageForReview => ({
  id,
  title: draft.title,
  language: draft.language,
  tagline: draft.tagline,
  description: plainTextOf(draft.description),
  levels: [
    ...draft.givingLevels.map(({ title, description }) => ({ title, description })),
    ...draft.impacts.map(({ amount, text }) => ({
      title: `${wholeAmountText(BigInt(amount), draft.currency)} ${draft.currency}`,
      description: text,
    })),
  ],
  pictures: [
    { id: draft.image, alt: draft.imageAlt },
    { id: draft.logo, alt: draft.logoAlt },
  ].flatMap((picture) => (picture.id === '' ? [] : [{ url: pictureUrl(picture.id), alt: picture.alt }])),
  links: [...(draft.video ? [videoAddress(draft.video)] : []), ...Object.values(draft.socialLinks)].filter(
    (link) => link !== '',
  ),
  version,
})

/** Returns the pages of a charity that wait for its verification. */
export const pagesInReview = async (db: Db, organizationId: bigint): Promise<readonly PageForReview[]> =>
  (await listPagesInReview(db, organizationId)).map(forReview)

/** Locks the charity's pages, so that none is sent to review or withdrawn until the transaction ends. */
export const lockPagesInReview = lockPagesOf

/**
 * Publishes the reviewed pages that waited for the verification of their charity; the caller has locked and reviewed
 * them. A page that can't be published any more, such as after its last day, becomes a draft again. Does nothing while
 * the charity can't receive donations.
 */
export async function publishReviewedPages(
  ports: HostedPagePorts,
  tx: Tx,
  { organizationId, at }: { readonly organizationId: bigint; readonly at: Date },
): Promise<void> {
  const charity = required(await findAddressedOrganization(tx, organizationId.toString()), 'charity')
  if (!canReceiveDonations(charity, at)) return
  for (const { id } of await listPagesInReview(tx, organizationId)) {
    const page = required(await lockHostedPage(tx, id), 'page')
    const isWhole = Object.keys(missingToPublish(page.draft, localDateIn(charity.timeZone, at))).length === 0
    if (isWhole && page.pausedByStaffAt === null) await publishPage(ports, tx, { charity, page, by: null, now: at })
    else {
      await updatePage(tx, page.id, { review_requested_at: null, changed_at: at })
      const [before, after] = [{ state: 'review' }, { state: 'draft' }]
      await recordHostedPageAct(tx, { by: null, page, act: 'state-changed', at, before, after })
    }
  }
}
