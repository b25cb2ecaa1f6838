import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { ResultOf, RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { charityMergesContract } from '../contract-merges.ts'
import type { CharityDonorPorts } from '../ports.ts'
import { findDonations } from '../queries/donations.ts'
import { findDonorKey } from '../queries/donors.ts'
import {
  deleteMergeDecision,
  findDonorGroups,
  findNamesakes,
  insertMergeDecision,
  listDifferentDonors,
  listMergeDecisions,
} from '../queries/merges.ts'
import { type DonorPair, personOfDonor } from '../rules/donor-groups.ts'
import { proposeMerges } from '../rules/merge-proposals.ts'
import { type Donor, donorView, readDonors } from './donor-view.ts'

/** Maximum of names whose donors are compared at once. */
const namesakesMax = 500
/** Maximum of proposals on the page; the next ones follow once these are decided. */
const proposalsMax = 20

const toCompare = (donor: Donor) => ({ ...donor, postcode: donor.address?.postalCode ?? null })

/** Reads these people and proposes merges among them. */
async function findProposals(ports: CharityDonorPorts, organizationId: bigint, keys: readonly Buffer[]) {
  const [groups, different] = await Promise.all([
    findDonorGroups(ports.db, organizationId),
    listDifferentDonors(ports.db, organizationId),
  ])
  const person = (key: Buffer) => personOfDonor(groups, key)
  const people = [...new Map(keys.map((key) => [person(key).toString('hex'), person(key)])).values()]
  const donors = await readDonors(ports, { organizationId, groups, keys: people })
  const ofPeople = (pair: DonorPair) => ({ key: person(pair.key), other: person(pair.other) })
  return proposeMerges(donors.map(toCompare), different.map(ofPeople))
}

/**
 * Returns pairs of donors of a charity that look like the same person by what its team may see (content-46), and what the
 * team decided before. Anonymous donations are in no pair (privacy-1).
 */
export async function listMergeProposals(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  request: { readonly organizationId: bigint },
): Promise<ResultOf<typeof charityMergesContract, 'GET /v4/organizations/:organizationId/donor-merges'>> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors', 'reading')
  const keys = await findNamesakes(ports.db, { organizationId: charity.id, limit: namesakesMax })
  const [proposals, decisions] = await Promise.all([
    findProposals(ports, charity.id, keys),
    listMergeDecisions(ports.db, charity.id),
  ])
  const donations = await findDonations(
    ports.db,
    charity.id,
    decisions.flatMap(({ donationId, otherDonationId }) => [donationId, otherDonationId]),
  )
  const view = (donor: Donor) => donorView(donor, { now: ports.clock(), timeZone: charity.timeZone })
  return {
    charity: { id: String(charity.id), name: charity.name },
    proposals: proposals.slice(0, proposalsMax).map(({ first, second, reasons }) => ({
      first: view(first),
      second: view(second),
      reasons: [...reasons],
    })),
    hasMore: proposals.length > proposalsMax,
    decisions: decisions.map(({ id, donationId, otherDonationId, isSame, author, decidedAt }) => ({
      id,
      donationId,
      name: donations.get(donationId)?.name ?? null,
      otherDonationId,
      otherName: donations.get(otherDonationId)?.name ?? null,
      isSame,
      author,
      decidedOn: localDateIn(charity.timeZone, decidedAt),
    })),
  }
}

type Changed = { readonly act: string; readonly donationId: string }

/** Changes the merges of a charity in a transaction, and audits what the change returns, without a name. */
async function changeMerges(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  { ip, organizationId }: Pick<RequestContext, 'ip'> & { readonly organizationId: bigint },
  change: (tx: Tx, instant: Date) => Promise<Changed | undefined>,
): Promise<void> {
  const instant = ports.clock()
  await ports.write(async (tx) => {
    const { act, donationId } = (await change(tx, instant)) ?? notFound()
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: `charity-donors.${act}`,
      object: `organization:${organizationId}`,
      at: instant,
      ip,
      details: { donationId },
    })
  })
}

function notFound(): never {
  throw new Problem('not-found', 'not-found')
}

/**
 * Records that two donors are the same person, or different people. Only a pair that is proposed can be decided; a pair
 * that someone else decided meanwhile isn't found. Merged donors are one row from then on; their donations don't change.
 */
export async function decideMerge(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  request: {
    readonly organizationId: bigint
    readonly donationId: string
    readonly otherDonationId: string
    readonly isSame: boolean
  },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors')
  const { donationId, otherDonationId, isSame } = request
  const [key, other] = await Promise.all([
    findDonorKey(ports.db, { organizationId: charity.id, donationId }),
    findDonorKey(ports.db, { organizationId: charity.id, donationId: otherDonationId }),
  ])
  if ((await findProposals(ports, charity.id, [key ?? notFound(), other ?? notFound()])).length === 0) notFound()
  await changeMerges(ports, viewer, { ...context, organizationId: charity.id }, async (tx, instant) => {
    const isNew = await insertMergeDecision(tx, {
      id: ports.newId(),
      organizationId: charity.id,
      donationIds: [donationId, otherDonationId],
      isSame,
      by: viewer.accountId,
      at: instant,
    })
    return isNew ? { act: isSame ? 'donors-merged' : 'donors-kept-apart', donationId } : undefined
  })
}

/** Undoes a decision: merged donors are separate again, and the pair is proposed again. */
export async function undoMerge(
  ports: CharityDonorPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  request: { readonly organizationId: bigint; readonly mergeId: string },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, request.organizationId, 'donors')
  await changeMerges(ports, viewer, { ...context, organizationId: charity.id }, async (tx) => {
    const undone = await deleteMergeDecision(tx, { organizationId: charity.id, id: request.mergeId })
    return undone && { act: 'donor-merge-undone', donationId: undone.donationId }
  })
}
