import { addDays } from '#shared/date-arithmetic.ts'
import type { AccountRequest } from '#modules/platform/identity/index.ts'
import { createHash } from 'node:crypto'
import { insertFundraiser, slugsTaken } from '#modules/causes/campaigns/index.ts'
import { type AddressedOrganization, issuersOf } from '#modules/causes/organizations/index.ts'
import { reliefOf } from '#modules/causes/organizations/rules/receipt-regime.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import { checkedKey } from '#shared/idempotency-key.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { numberedSlug, slugKey } from '#shared/slug.ts'
import { dayMs } from '#shared/time.ts'
import { authorizeForPages, type OpenPage, recordHostedPageAct } from './authorize-for-page.ts'
import { columnsOfPage } from './page-columns.ts'
import type { HostedPagePorts } from './ports.ts'
import { insertNewLevels } from './queries/page-levels.ts'
import { countPages, findPageById, findPageOfRequest, insertHostedPage, lockPagesOf } from './queries/pages.ts'
import { reserveSlug } from './queries/slugs.ts'
import { pageDefaults, readHostedPageFields } from './read-fields.ts'
import { defaultContent } from './rules/page-content.ts'
import { slugOfTitle } from './rules/page-slug.ts'
import type { PageInput } from './rules/read-page.ts'

/** Maximum of a charity's pages, and of new ones in 24 hours (pages-8). */
const pageLimits = { pages: 200, newInADay: 20 } as const
/** Days from a page's creation to the end date that its form proposes (S2 §9). */
const daysToEnd = 30
/** Maximum of numbered slugs to try in the platform's namespace. */
const numberedMax = 50

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

export const sixCharacters = (ports: Pick<HostedPagePorts, 'newToken'>): string =>
  ports
    .newToken(12)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 6)
    .padEnd(6, '0')

/**
 * Creates a page as a draft with its own campaign, for an owner, admin or editor of the charity. Repeating a request
 * with the same `Idempotency-Key` returns the same page (pages-1).
 */
export async function createPage(
  ports: HostedPagePorts,
  by: AccountRequest,
  input: { readonly subdomain: string; readonly sent: PageInput },
): Promise<OpenPage> {
  const { charity } = await authorizeForPages(ports, by.viewer, input.subdomain, 'pages')
  const key = by.context.idempotencyKey === undefined ? undefined : checkedKey(by.context.idempotencyKey)
  const requestKey = key === undefined ? null : hashOf(`${charity.id} ${by.viewer.accountId} ${key}`)
  const requestHash = requestKey && hashOf(JSON.stringify(input.sent))
  const now = ports.clock()
  const page = await ports.write(async (tx) => {
    await lockPagesOf(tx, charity.id)
    const earlier = requestKey ? await findPageOfRequest(tx, requestKey) : undefined
    if (earlier && earlier.requestHash !== requestHash)
      throw new Problem('validation', 'idempotency-key-reused', { status: 422 })
    if (earlier) return earlier
    const { all, recent } = await countPages(tx, charity.id, new Date(now.getTime() - dayMs))
    if (all >= pageLimits.pages || recent >= pageLimits.newInADay)
      throw new Problem('rate-limit', 'too-many-pages', {
        params: { max: pageLimits.pages, daily: pageLimits.newInADay },
        retryAfterSeconds: 86_400,
      })
    const id = ports.newId()
    const content = await readHostedPageFields(ports, tx, {
      charity,
      before: defaultContent(
        await pageDefaults(tx, charity, by.context.locale),
        addDays(localDateIn(charity.timeZone, now), daysToEnd),
      ),
      // A page without a title is refused, whether the title was empty or missing.
      sent: { ...input.sent, title: input.sent.title ?? '' },
      accountId: by.viewer.accountId,
      locale: by.context.locale,
      knownLevels: new Set(),
      isCurrencyFixed: false,
      now,
    })
    const slug = await reserveSlug(tx, {
      organizationId: charity.id,
      pageId: id,
      wanted: content.customUrl || slugOfTitle(content.title, sixCharacters(ports)),
      sixCharacters: () => sixCharacters(ports),
    })
    const campaignId = await insertCampaign(ports, tx, charity, slug, (campaignSlug) => ({
      ...columnsOfPage(content, charity.timeZone),
      organization_id: charity.id,
      kind: 'hosted-page',
      slug: campaignSlug,
      status: 0,
      minimum_donation: null,
      organizer_name: charity.name,
      organizer_account_id: null,
      featured_rank: null,
      created_at: now,
      changed_at: now,
    }))
    await insertHostedPage(tx, {
      id,
      organization_id: charity.id,
      campaign_id: campaignId,
      slug,
      draft: JSON.stringify(content),
      version: 1,
      changed: JSON.stringify({}),
      created_by_account_id: by.viewer.accountId,
      request_key: requestKey,
      request_hash: requestHash,
      created_at: now,
      changed_at: now,
    })
    await insertNewLevels(tx, id, content.givingLevels)
    await recordHostedPageAct(tx, {
      by,
      page: { id, organizationId: charity.id, campaignId },
      act: 'created',
      at: now,
      after: { title: content.title, slug },
    })
    return required(await findPageById(tx, id), 'page')
  })
  return { charity, page }
}

/**
 * Inserts the page's campaign with the first free slug of the platform: the page's slug, prefixed with the charity's or
 * numbered if taken (pages-2). Tax relief follows the charity.
 */
async function insertCampaign(
  ports: HostedPagePorts,
  tx: Tx,
  charity: AddressedOrganization,
  slug: string,
  rowOf: (slug: string) => Parameters<typeof insertFundraiser>[1],
): Promise<bigint> {
  const long = `${charity.slug}-${slug}`
  const candidates = [slug, ...Array.from({ length: numberedMax }, (_, n) => numberedSlug(long, n + 1))]
  const takenSlugs = await slugsTaken(tx, candidates.map(slugKey))
  const free = [...candidates.filter((text) => !takenSlugs.has(slugKey(text))), `${long}-${sixCharacters(ports)}`]
  const [issuer] = await issuersOf(tx, [charity.id])
  const relief = reliefOf(required(issuer, 'charity').receiptRegime)
  for (const address of free) {
    const id = await insertFundraiser(tx, {
      ...rowOf(address),
      gift_aid: relief.giftAid,
      tax_receipt_countries: relief.taxReceiptCountries,
    })
    if (id !== undefined) return id
  }
  throw new Problem('conflict', 'conflict')
}
