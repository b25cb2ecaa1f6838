import { plainTextOf } from '#modules/causes/campaigns/index-editing.ts'
import { findAddressedOrganization } from '#modules/causes/organizations/index.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { recordPageAct } from './act-on-page.ts'
import type { HostedPagePorts } from './ports.ts'
import { publishPage } from './publish-page.ts'
import { listPagesInReview, lockPage, lockPagesOf, type PageRow, updatePage } from './queries/pages.ts'
import { missingToPublish } from './rules/missing-to-publish.ts'
import { videoAddress } from './rules/page-video.ts'

/** A page that waits for its charity's verification, as staff reads it together with the charity (pages-7). */
export type PageForReview = {
  readonly id: string
  readonly title: string
  readonly language: string
  readonly tagline: string
  readonly description: string
  /** Amounts of giving levels aren't read; their texts are. */
  readonly levels: readonly { readonly title: string; readonly description: string }[]
  readonly pictures: readonly { readonly url: string; readonly alt: string }[]
  /** Video and social links. */
  readonly links: readonly string[]
  /** The version of the draft; it can't change while the page waits. */
  readonly version: number
}

const forReview = ({ id, draft, version }: PageRow): PageForReview => ({
  id,
  title: draft.title,
  language: draft.language,
  tagline: draft.tagline,
  description: plainTextOf(draft.description),
  levels: draft.givingLevels.map(({ title, description }) => ({ title, description })),
  pictures: [
    { id: draft.image, alt: draft.imageAlt },
    { id: draft.logo, alt: draft.logoAlt },
  ].flatMap((picture) => (picture.id === '' ? [] : [{ url: pictureUrl(picture.id), alt: picture.alt }])),
  links: [...(draft.video ? [videoAddress(draft.video)] : []), ...Object.values(draft.socialLinks)].filter(
    (link) => link !== '',
  ),
  version,
})

/** The pages of a charity that wait for its verification. */
export const pagesInReview = async (db: Db, organizationId: bigint): Promise<readonly PageForReview[]> =>
  (await listPagesInReview(db, organizationId)).map(forReview)

/** No page of the charity is sent to review or taken back until the transaction ends. */
export const holdPagesInReview = lockPagesOf

/**
 * Publishes the pages that waited for the verification of their charity; the caller has held and read them. One that
 * can't be published any more (its last day has passed, say) becomes a draft again. Nothing happens while the charity
 * may not receive donations.
 */
export async function publishReadPages(
  ports: HostedPagePorts,
  tx: Tx,
  { organizationId, at }: { readonly organizationId: bigint; readonly at: Date },
): Promise<void> {
  const charity = required(await findAddressedOrganization(tx, organizationId.toString()), 'charity')
  if (!canReceiveDonations(charity, at)) return
  for (const { id } of await listPagesInReview(tx, organizationId)) {
    const page = required(await lockPage(tx, id), 'page')
    const isWhole = Object.keys(missingToPublish(page.draft, localDateIn(charity.timeZone, at))).length === 0
    if (isWhole && page.heldAt === null) await publishPage(ports, tx, { charity, page, by: null, now: at })
    else {
      await updatePage(tx, page.id, { review_requested_at: null, changed_at: at })
      const [before, after] = [{ state: 'review' }, { state: 'draft' }]
      await recordPageAct(tx, { by: null, page, act: 'state-changed', at, before, after })
    }
  }
}
