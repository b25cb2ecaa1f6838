import { languageOfCountry } from '#shared/texts/language-of-country.ts'
import { one, required } from '#shared/collections.ts'
import { record } from '#modules/platform/audit/index.ts'
import { insertFundraiser, slugsTaken, storyOf, assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import {
  findProposal,
  findOrganizationForStaff,
  hasOwnOrganization,
  insertOrganizations,
  listOrganizationsForStaff,
  type StaffOrganization,
  findClosing,
  insertMembers,
  listMembers,
} from '#modules/causes/organizations/index.ts'
import { type ReceiptRegime, reliefOf } from '#modules/causes/organizations/rules/receipt-regime.ts'
import { withoutRenewal } from '#modules/causes/organizations/rules/verification.ts'
import { findPayable } from '#modules/money/ledger/index.ts'
import { offerDefaultPlans } from '#modules/recurring/plans/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Money } from '#shared/money.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { slugKey } from '#shared/slug.ts'
import { actOf, columnsOfDetails, trimmedDetails } from './charities/charity-details.ts'
import { peopleOf } from './team/edit-team.ts'
import { inviteToCharity } from './team/edit-members.ts'
import type { FundraisingPorts } from './ports.ts'
import { type Invitation, openInvitations } from './queries/invitations.ts'
import {
  type FixedCharityDetails,
  type CharityDetails,
  checkFixedCharityDetails,
  checkCharityDetails,
  type Proposal,
} from './rules/charity.ts'

/** Returns all charities by name, with the number of their owners. */
export const listCharitiesForStaff = (ports: Ports) => listOrganizationsForStaff(ports.db)

export type OneCharity = {
  readonly charity: StaffOrganization
  readonly owners: readonly { readonly name: string; readonly email: string }[]
  /** Open invitations to become an owner. */
  readonly invitations: readonly Invitation[]
  readonly proposal: Proposal | null
  readonly closing: {
    readonly requestedAt: Date | null
    readonly closedAt: Date | null
    readonly balances: readonly Money[]
  }
}

/** Returns a charity with its owners and everything that its receipts print. */
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
  const { requestedAt, closedAt } = required(await findClosing(ports.db, organizationId), 'charity')
  const balances = requestedAt || closedAt ? await findPayable(ports.db, organizationId) : []
  const closing = { requestedAt, closedAt, balances }
  return { charity, owners, proposal, closing, invitations: invitations.filter(({ role }) => role === 'owner') }
}

async function charityOf(ports: Ports, organizationId: bigint): Promise<StaffOrganization> {
  const charity = await findOrganizationForStaff(ports.db, organizationId)
  if (!charity) throw new Problem('not-found', 'charity-not-found')
  return charity
}

/**
 * Adds a charity with its general fund, which gets the charity's slug (content-1) and accepts donations once staff have
 * verified the charity (`setVerification`). Gift Aid and tax receipts follow its receipt regime. Refused if the
 * operator's own charity is the only one (content-32).
 */
export async function addCharity(
  ports: FundraisingPorts & Ports,
  viewer: AccountViewer,
  context: RequestContext,
  charityInput: FixedCharityDetails & CharityDetails,
): Promise<{ id: bigint; slug: string }> {
  if (ports.payouts === 'none') throw new Problem('conflict', 'charity-signup-closed')
  const charity = checkedCharity(charityInput)
  const instant = ports.clock()
  return ports.write(async (tx) => {
    const id = await insertCharity(ports, tx, charity, instant)
    await record(tx, {
      ...actOf(viewer, context, id, instant),
      act: 'fundraising.charity-added',
      details: { slug: charity.basis.slug },
    })
    return { id, slug: charity.basis.slug }
  })
}

/**
 * Adds the operator's own charity, of which there is one. It needs no review, because the operator is responsible for
 * it (content-32). `ownerId` is the account that becomes its owner.
 */
export async function createOwnCharity(
  ports: Ports,
  charityInput: FixedCharityDetails & CharityDetails & { readonly ownerId: string },
): Promise<{ id: bigint; slug: string }> {
  const charity = checkedCharity(charityInput)
  const instant = ports.clock()
  return ports.write(async (tx) => {
    if (await hasOwnOrganization(tx)) throw new Problem('conflict', 'own-charity-exists')
    const id = await insertCharity(ports, tx, charity, instant, {
      is_own: true,
      legal_name: charity.words.name,
      verification_state: 'verified',
      verified_at: instant,
      verified_until: withoutRenewal,
      email_confirmed_at: instant,
    })
    await insertMembers(tx, [{ organizationId: id, accountId: charityInput.ownerId, role: 'owner', at: instant }])
    await record(tx, {
      actor: { kind: 'system' },
      act: 'fundraising.own-charity-created',
      object: `organization:${id}`,
      at: instant,
      details: { slug: charity.basis.slug, owner: charityInput.ownerId },
    })
    return { id, slug: charity.basis.slug }
  })
}

type CheckedCharity = {
  readonly words: CharityDetails
  readonly basis: FixedCharityDetails & { readonly receiptRegime: ReceiptRegime }
}

/** Normalizes and validates the details of a charity; faults by field. */
function checkedCharity(charity: FixedCharityDetails & CharityDetails): CheckedCharity {
  const words = trimmedDetails(charity)
  const basis = { ...charity, slug: charity.slug.trim().toLowerCase() }
  const fields = { ...checkFixedCharityDetails(basis), ...checkCharityDetails(words, basis.receiptRegime) }
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  return { words, basis: { ...basis, receiptRegime: basis.receiptRegime as ReceiptRegime } }
}

/** Inserts a charity and its general fund. */
async function insertCharity(
  ports: Ports,
  tx: Tx,
  { words, basis }: CheckedCharity,
  instant: Date,
  more: Partial<Parameters<typeof insertOrganizations>[1][number]> = {},
): Promise<bigint> {
  if ((await slugsTaken(tx, [slugKey(basis.slug)])).size > 0) throw slugTaken()
  const relief = reliefOf(basis.receiptRegime)
  const ids = await insertOrganizations(tx, [
    {
      slug: basis.slug,
      country: basis.country,
      time_zone: basis.timeZone,
      receipt_regime: basis.receiptRegime,
      created_at: instant,
      ...columnsOfDetails(words),
      ...more,
    },
  ]).catch((error: unknown) => {
    // A concurrent request has taken the slug.
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
    language: languageOfCountry(basis.country),
    status: 1,
    currency: basis.currency,
    goal: null,
    ends_at: null,
    minimum_donation: null,
    organizer_name: words.name,
    organizer_account_id: null,
    gift_aid: relief.giftAid,
    tax_receipt_countries: relief.taxReceiptCountries,
    featured_rank: null,
    created_at: instant,
    changed_at: instant,
  })
  if (fund === undefined) throw slugTaken()
  await offerDefaultPlans(ports, tx, fund)
  return id
}

const slugTaken = () => new Problem('conflict', 'slug-taken', { fields: { slug: { code: 'slug-taken' } } })

/**
 * Mails an invitation to own a charity, to its first owner or after the last owner left (ADR-0023), and mails its
 * owners. Requires a recent proof of identity (accounts-15); refuses members of the charity (accounts-16).
 */
export async function inviteOwner(
  ports: FundraisingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { organizationId: bigint; email: string },
) {
  const charity = await charityOf(ports, input.organizationId)
  await assertNotOwnCharity(ports.db, viewer.accountId, { organizationIds: [charity.id] })
  await inviteToCharity(ports, viewer, context, { charity, email: input.email, role: 'owner' })
}
