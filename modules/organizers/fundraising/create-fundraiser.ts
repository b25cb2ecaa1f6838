import { record } from '#modules/platform/audit/index.ts'
import { countDrafts, insertFundraiser, slugsTaken, insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { type Category, categories } from '#modules/causes/campaigns/rules/category.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { normalizeName } from '#modules/platform/identity/rules/name.ts'
import {
  findOrganizations,
  issuersOf,
  assertNotClosed,
  memberRoleIn,
  assertTwoFactors,
} from '#modules/causes/organizations/index.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { reliefOf } from '#modules/causes/organizations/rules/receipt-regime.ts'
import { isCurrency } from '#shared/money.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { cleanSlug, numberedSlug, slugKey } from '#shared/slug.ts'
import { draftLimits } from './rules/draft.ts'

export type NewFundraiser = {
  readonly organizationId: string
  readonly title: string
  readonly category: string
  readonly currency: string
  /** `charity`: in the charity's own name, which only its members can do. */
  readonly by: 'person' | 'charity'
}

/** Maximum of drafts for each account. */
const draftsMax = 20
/** Maximum of numbered slugs to try; then six random characters are added. */
const numberedMax = 50

/**
 * Creates a private draft for a charity of the platform, with its author as organizer. In a charity's own name the
 * author is an editor; submitting the draft and reading its donors require a role in the charity (accounts-8). Gift Aid
 * and tax receipts follow the charity's country.
 */
export async function createFundraiser(
  ports: Ports,
  viewer: AccountViewer,
  context: RequestContext,
  newFundraiser: NewFundraiser,
  /** Writes more of the new draft in the same transaction. */
  writeContent: (tx: Tx, id: bigint) => Promise<void> = async () => undefined,
): Promise<{ id: bigint; slug: string }> {
  const title = normalizeName(newFundraiser.title)
  const [charity] = /^\d{1,18}$/.test(newFundraiser.organizationId)
    ? await issuersOf(ports.db, [BigInt(newFundraiser.organizationId)])
    : []
  const fields: Record<string, Fault> = {}
  const charityRole = charity ? await memberRoleIn(ports.db, viewer.accountId, charity.id) : undefined
  if (charity && charityRole) {
    await assertNotClosed(ports, charity.id, { isReading: false, notFound: 'charity-not-found' })
    await assertTwoFactors(ports, viewer, { organizationId: charity.id, role: charityRole })
  }
  const [verification] = charity && !charityRole ? await findOrganizations(ports.db, [charity.id]) : []
  // Only members can start one for a charity that isn't verified; its draft isn't visible to others (content-21).
  const isRefused = !charityRole && !(verification && canReceiveDonations(verification, ports.clock()))
  if (!charity || isRefused) fields.organizationId = { code: 'charity-missing' }
  if (title === '') fields.title = { code: 'title-missing', params: { min: 5 } }
  else if (title.length > draftLimits.title)
    fields.title = { code: 'text-too-long', params: { max: draftLimits.title } }
  if (!categories.includes(newFundraiser.category as Category)) fields.category = { code: 'category-missing' }
  if (!isCurrency(newFundraiser.currency)) fields.currency = { code: 'currency-unknown' }
  const canNotify = charityRole === 'owner' || charityRole === 'admin' || charityRole === 'editor'
  if (charity && newFundraiser.by === 'charity' && !canNotify) fields.by = { code: 'not-of-this-charity' }
  if (!charity || Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const instant = ports.clock()
  const relief = reliefOf(charity.receiptRegime)
  const name = `${viewer.firstName} ${viewer.lastName}`.trim()
  return ports.write(async (tx) => {
    if ((await countDrafts(tx, viewer.accountId)) >= draftsMax)
      throw new Problem('conflict', 'too-many-drafts', { params: { max: draftsMax } })
    const row = {
      organization_id: charity.id,
      name: title,
      category: newFundraiser.category,
      country: null,
      language: context.locale,
      status: 0 as const,
      currency: newFundraiser.currency,
      goal: null,
      ends_at: null,
      minimum_donation: null,
      organizer_name: newFundraiser.by === 'charity' ? charity.name : name || charity.name,
      organizer_account_id: newFundraiser.by === 'charity' ? null : viewer.accountId,
      gift_aid: relief.giftAid,
      tax_receipt_countries: relief.taxReceiptCountries,
      featured_rank: null,
      created_at: instant,
      changed_at: instant,
    }
    const { id, slug } = await insertWithFreeSlug(ports, tx, title, (address) =>
      insertFundraiser(tx, { ...row, slug: address }),
    )
    const role = newFundraiser.by === 'charity' ? 'editor' : 'organizer'
    await insertTeamMembers(tx, [{ campaignId: id, accountId: viewer.accountId, role, publicName: name, at: instant }])
    await writeContent(tx, id)
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'fundraising.begun',
      object: `campaign:${id}`,
      at: instant,
      ip: context.ip,
      details: { organizationId: charity.id.toString(), by: newFundraiser.by },
    })
    return { id, slug }
  })
}

/**
 * Inserts a fundraiser with a free slug made from its title (content-2), with a number if that slug or a confusable one
 * is taken.
 */
export async function insertWithFreeSlug(
  ports: Pick<Ports, 'newToken'>,
  tx: Tx,
  title: string,
  insert: (slug: string) => Promise<bigint | undefined>,
) {
  const sixCharacters = () =>
    ports
      .newToken(12)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 6)
      .padEnd(6, '0')
  // Shortened at a word's end if possible.
  const clean = cleanSlug(title, sixCharacters()).slice(0, 90).replace(/-+$/, '')
  const numbered = Array.from({ length: numberedMax }, (_, n) => numberedSlug(clean, n + 1))
  const takenSlugs = await slugsTaken(tx, numbered.map(slugKey))
  for (const slug of [...numbered.filter((text) => !takenSlugs.has(slugKey(text))), `${clean}-${sixCharacters()}`]) {
    const id = await insert(slug)
    if (id !== undefined) return { id, slug }
  }
  throw new Problem('conflict', 'conflict')
}
