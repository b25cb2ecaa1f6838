import type { Tx } from '#shared/ports.ts'
import { numberedSlug, slugKey } from '#shared/slug.ts'
import { isReservedSlug } from '../rules/page-slug.ts'
import '../tables.ts'

/** Maximum of numbered slugs to try; then six random characters are added. */
const numberedMax = 50

/**
 * Reserves the first free slug of these words for a page (pages-2); the caller has locked the charity's pages. A slug
 * that was ever public belongs to its page.
 */
export async function reserveSlug(
  tx: Tx,
  input: {
    readonly organizationId: bigint
    readonly pageId: string
    readonly wanted: string
    readonly sixCharacters: () => string
  },
): Promise<string> {
  const numbered = Array.from({ length: numberedMax }, (_, n) => numberedSlug(input.wanted, n + 1)).filter(
    (slug) => !isReservedSlug(slug),
  )
  const rows = await tx
    .selectFrom('hosted_pages.slug')
    .select(['slug_key as key', 'page_id as pageId'])
    .where('organization_id', '=', input.organizationId)
    .where('slug_key', 'in', numbered.map(slugKey))
    .execute()
  const others = new Set(rows.filter(({ pageId }) => pageId !== input.pageId).map(({ key }) => key))
  const slug = numbered.find((text) => !others.has(slugKey(text))) ?? `${input.wanted}-${input.sixCharacters()}`
  await tx
    .insertInto('hosted_pages.slug')
    .values({ organization_id: input.organizationId, slug_key: slugKey(slug), slug, page_id: input.pageId })
    .onConflict((conflict) => conflict.columns(['organization_id', 'slug_key']).doUpdateSet({ slug }))
    .execute()
  return slug
}

/** Releases the slugs of a page that was never public. */
export const releaseSlugs = (tx: Tx, pageId: string) =>
  tx.deleteFrom('hosted_pages.slug').where('page_id', '=', pageId).execute()
