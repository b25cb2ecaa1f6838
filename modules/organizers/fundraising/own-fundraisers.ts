import { required } from '#shared/collections.ts'
import { shownTotals, listOwnCampaigns } from '#modules/causes/campaigns/index.ts'
import { canAct, type TeamPart } from '#modules/causes/campaigns/rules/acts.ts'
import { campaignPictureOf } from '#modules/causes/campaigns/rules/category.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { findOrganizations, listOrganizations, organizationsOfMember } from '#modules/causes/organizations/index.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import type { Ports } from '#shared/ports.ts'
import { campaignsInReview } from './queries/submissions.ts'
import { stateOf } from './rules/states.ts'

const fundraisersMax = 200
const charitiesMax = 1000

/** Returns the viewer's charities, and the fundraisers of their teams and charities. Amounts in minor units. */
export async function ownFundraisers(ports: Ports, viewer: AccountViewer) {
  const charities = await organizationsOfMember(ports.db, viewer.accountId, ports.clock())
  const rows = await listOwnCampaigns(ports.db, {
    accountId: viewer.accountId,
    organizationIds: charities.map(({ id }) => id),
    limit: fundraisersMax,
  })
  const ids = rows.map(({ id }) => id)
  const [totals, inReview, organizations] = await Promise.all([
    shownTotals(ports.db, ids),
    campaignsInReview(ports.db, ids),
    findOrganizations(ports.db, [...new Set(rows.map(({ organizationId }) => organizationId))]),
  ])
  const nameOf = new Map(organizations.map(({ id, name }) => [id, name]))
  const roleIn = new Map(charities.map(({ id, role }) => [id, role]))
  const partsIn = ({ teamRole, organizationId }: (typeof rows)[number]): TeamPart[] => {
    const charityRole = roleIn.get(organizationId)
    return [...(teamRole ? [teamRole] : []), ...(charityRole ? [`charity-${charityRole}` as const] : [])]
  }
  return {
    fundraisers: rows.map((row, place) => ({
      id: row.id.toString(),
      slug: row.slug,
      title: row.name,
      kind: row.kind,
      language: row.language,
      state: stateOf(row.status, inReview.has(row.id)),
      currency: row.currency,
      goal: row.goal,
      raised: required(totals[place]).raised,
      donorCount: required(totals[place]).donorCount,
      endsAt: row.endsAt,
      organizationName: nameOf.get(row.organizationId) ?? '',
      imageUrl: campaignPictureOf(row),
      changedAt: row.changedAt,
      role: row.teamRole ?? `charity-${roleIn.get(row.organizationId)}`,
      canEdit: canAct(partsIn(row), 'edit'),
    })),
    charities: charities.map(({ id, name, role }) => ({ id: id.toString(), name, role })),
  }
}

/** Returns the charities that can be chosen for a new fundraiser; `isOwn` if the viewer can use the charity's name. */
export async function charitiesToChoose(ports: Ports, viewer: AccountViewer) {
  const own = new Set(
    (await organizationsOfMember(ports.db, viewer.accountId, ports.clock()))
      .filter(({ closedAt }) => closedAt === null)
      .filter(({ role }) => role === 'owner' || role === 'admin' || role === 'editor')
      .map(({ id }) => id),
  )
  const now = ports.clock()
  const all = await listOrganizations(ports.db, charitiesMax, [...own])
  // Only members can start a fundraiser for a charity whose verification has ended.
  const open = all.filter(({ id, ...verification }) => own.has(id) || canReceiveDonations(verification, now))
  return open.map(({ id, name, nameAr, country, ...verification }) => ({
    id: id.toString(),
    name,
    nameAr,
    country,
    verified: canReceiveDonations(verification, now),
    isOwn: own.has(id),
  }))
}
