import { one } from '#shared/collections.ts'
import { record } from '#modules/platform/audit/index.ts'
import { insertFundraiser, renameCharity, slugsTaken, storyOf } from '#modules/causes/campaigns/index-editing.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { tidyEmail } from '#modules/platform/identity/rules/email.ts'
import {
  findProposal,
  findOrganizationForStaff,
  insertOrganizations,
  listOrganizationsForStaff,
  type StaffOrganization,
  updateOrganization,
} from '#modules/causes/organizations/index.ts'
import { listMembers } from '#modules/causes/organizations/index-members.ts'
import { type ReceiptRegime, reliefOf } from '#modules/causes/organizations/rules/receipt-regime.ts'
import { offerMonthly } from '#modules/recurring/plans/index.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { slugKey } from '#shared/slug.ts'
import { peopleOf } from './team/edit-team.ts'
import { invite } from './team/invite.ts'
import type { FundraisingPorts } from './ports.ts'
import { type Invitation, openInvitations } from './queries/invitations.ts'
import {
  type CharityBasis,
  type CharityWords,
  checkCharityBasis,
  checkCharityWords,
  type Proposal,
} from './rules/charity.ts'

/** Returns all charities by name, with their number of owners. */
export const listCharities = (ports: Ports) => listOrganizationsForStaff(ports.db)

export type OneCharity = {
  readonly charity: StaffOrganization
  readonly owners: readonly { readonly name: string; readonly email: string }[]
  /** Open invitations to become an owner. */
  readonly invitations: readonly Invitation[]
  readonly proposal: Proposal | null
}

/** Returns a charity with everything its receipts print, and its owners. */
export async function readCharity(ports: Ports, organizationId: bigint): Promise<OneCharity> {
  const charity = await charityOf(ports, organizationId)
  const members = await listMembers(ports.db, organizationId)
  const owners = await peopleOf(
    ports.db,
    members.filter(({ role }) => role === 'owner'),
  )
  const invitations = await openInvitations(ports.db, { organizationId }, ports.clock())
  const proposed = await findProposal(ports.db, organizationId)
  const proposal = proposed && { state: proposed.state, until: proposed.until }
  return { charity, owners, proposal, invitations: invitations.filter(({ role }) => role === 'owner') }
}

async function charityOf(ports: Ports, organizationId: bigint): Promise<StaffOrganization> {
  const charity = await findOrganizationForStaff(ports.db, organizationId)
  if (!charity) throw new Problem('not-found', 'charity-not-found')
  return charity
}

/**
 * Adds a charity with its general fund, which carries its slug (content-1) and accepts donations once staff has
 * verified the charity (`setVerification`). Gift Aid and tax receipts follow its receipt regime.
 */
export async function addCharity(
  ports: Ports,
  viewer: AccountViewer,
  facts: RequestFacts,
  of: CharityBasis & CharityWords,
): Promise<{ id: bigint; slug: string }> {
  const words = trimmed(of)
  const basis = { ...of, slug: of.slug.trim().toLowerCase() }
  const fields = { ...checkCharityBasis(basis), ...checkCharityWords(words, basis.receiptRegime) }
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const at = ports.clock()
  const receiptRegime = basis.receiptRegime as ReceiptRegime
  const relief = reliefOf(receiptRegime)
  return ports.write(async (tx) => {
    if ((await slugsTaken(tx, [slugKey(basis.slug)])).size > 0) throw slugTaken()
    const ids = await insertOrganizations(tx, [
      {
        slug: basis.slug,
        country: basis.country,
        time_zone: basis.timeZone,
        receipt_regime: receiptRegime,
        created_at: at,
        ...columnsOf(words),
      },
    ]).catch((error: unknown) => {
      // Taken by a concurrent request.
      throw (error as { code?: string }).code === '23505' ? slugTaken() : error
    })
    const id = one(ids)
    const fund = await insertFundraiser(tx, {
      organization_id: id,
      slug: basis.slug,
      kind: 'general-fund',
      name: words.name,
      tagline: one(words.about.split(/(?<=\.)\s/)).slice(0, 160),
      story: storyOf(words.about.split(/\n+/).filter((paragraph) => paragraph.trim() !== '')),
      category: basis.category,
      country: null,
      language: 'en',
      status: 1,
      currency: basis.currency,
      goal: null,
      ends_at: null,
      minimum_gift: null,
      organizer_name: words.name,
      organizer_account_id: null,
      gift_aid: relief.giftAid,
      tax_receipt_countries: relief.taxReceiptCountries,
      featured_rank: null,
      created_at: at,
      changed_at: at,
    })
    if (fund === undefined) throw slugTaken()
    await offerMonthly(ports, tx, fund)
    await record(tx, {
      ...actOf(viewer, facts, id, at),
      act: 'fundraising.charity-added',
      details: { slug: basis.slug },
    })
    return { id, slug: basis.slug }
  })
}

const slugTaken = () => new Problem('conflict', 'slug-taken', { fields: { slug: { code: 'slug-taken' } } })

/**
 * Corrects a charity's details. Issued receipts stay; its general fund and own fundraisers get the new name. Fixed
 * values (slug, country, zone, currency, receipt regime) can't change, since books and receipts rely on them.
 */
export async function changeCharity(
  ports: Ports,
  viewer: AccountViewer,
  facts: RequestFacts,
  of: CharityWords & { readonly organizationId: bigint },
): Promise<void> {
  const before = await charityOf(ports, of.organizationId)
  const words = trimmed(of)
  const fields = checkCharityWords(words, before.receiptRegime)
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const at = ports.clock()
  await ports.write(async (tx) => {
    await updateOrganization(tx, of.organizationId, columnsOf(words))
    if (words.name !== before.name)
      await renameCharity(tx, { organizationId: of.organizationId, from: before.name, to: words.name, at })
    const details = { from: { name: before.name }, to: { name: words.name } }
    await record(tx, { ...actOf(viewer, facts, of.organizationId, at), act: 'fundraising.charity-changed', details })
  })
}

/** Mails an invitation to own a charity: its first owner, or a new one after the last left (ADR-0023). */
export async function inviteOwner(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  facts: RequestFacts,
  of: { organizationId: bigint; email: string },
) {
  const charity = await charityOf(ports, of.organizationId)
  const asked = { email: of.email, role: 'owner' as const, publicName: '', publicRole: '' }
  await invite(ports, viewer, facts, { to: { organizationId: of.organizationId }, title: charity.name, asked })
}

export const actOf = (viewer: AccountViewer, facts: RequestFacts, organizationId: bigint, at: Date) => ({
  actor: { kind: 'account' as const, id: viewer.accountId },
  object: `organization:${organizationId}`,
  at,
  ip: facts.ip,
})

const trimmed = (of: CharityWords): CharityWords => ({
  name: of.name.trim().replace(/\s+/g, ' '),
  nameAr: of.nameAr.trim().replace(/\s+/g, ' '),
  about: of.about.replace(/\r\n/g, '\n').trim(),
  website: of.website.trim(),
  email: tidyEmail(of.email),
  postalAddress: of.postalAddress
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n'),
  registration: of.registration.trim(),
  signatory: of.signatory.trim(),
})

const columnsOf = (words: CharityWords) => ({
  name: words.name,
  name_ar: words.nameAr || null,
  about: words.about,
  website: words.website || null,
  email: words.email,
  postal_address: words.postalAddress,
  registration: words.registration,
  receipt_signatory: words.signatory || null,
})
