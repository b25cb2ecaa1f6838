import type { z } from 'zod'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { donationReferenceOf } from '#modules/money/giving/index.ts'
import type { giftAidOverview, refusedDonations } from '../contract-claim-views.ts'
import { ukDayOf } from '../declarations/rules/coverage.ts'
import { adjustmentTax, taxOnGifts } from '../rules/claim-amounts.ts'
import { type ClaimRefusal, claimRefusals } from '../rules/claimable.ts'
import { authorizeForClaims } from './authorize-for-claims.ts'
import { adjustmentsOf, isClaimableDonation } from './draft-claim.ts'
import { type Candidate, loadCandidates } from './load-candidates.ts'
import type { ClaimPorts } from './ports.ts'
import { listRefundedRows } from './queries/adjustments.ts'
import { listClaims } from './queries/claims.ts'
import { countDeclarations } from './queries/declaration-counts.ts'
import { listUnclaimedDonations } from './queries/donations.ts'
import { detailRequestsOf } from './queries/detail-requests.ts'
import { findSettings } from './queries/settings.ts'
import { canAskAgain } from '../rules/detail-requests.ts'
import type { GiftAidSettings } from './claiming-charity.ts'
import { viewOfClaim } from './views.ts'

/** Reasons that concern the charity, which it removes by its settings. */
const ofCharity: readonly ClaimRefusal[] = ['no-hmrc-reference', 'claimed-before-unknown']
const exceptionsShown = 100
const refusedShown = 200

/** Returns the first reason that concerns the donation itself; undefined if there is none. */
const reasonOf = ({ refusals }: Candidate): ClaimRefusal | undefined =>
  refusals.find((refusal) => !ofCharity.includes(refusal))

const loadUnclaimed = (ports: ClaimPorts, organizationId: bigint, settings: GiftAidSettings | undefined) =>
  loadCandidates(ports, ports.db, { organizationId, settings }, (declaredIds) =>
    listUnclaimedDonations(ports.db, organizationId, declaredIds),
  )

/** Returns what a charity can claim now, why not for the rest, and its claims (gift-aid-16). */
export async function readOverview(
  ports: ClaimPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  organizationId: bigint,
): Promise<z.output<typeof giftAidOverview>> {
  const charity = await authorizeForClaims(ports, viewer, organizationId, 'reading')
  const settings = await findSettings(ports.db, charity.id)
  const candidates = await loadUnclaimed(ports, charity.id, settings)
  const claimable = candidates.filter(isClaimableDonation)
  const exceptions = candidates.filter(({ refusals, faults }) => refusals.length === 0 && faults.length > 0)
  const onlyOfCharity = candidates.filter(
    (candidate) => candidate.refusals.length > 0 && reasonOf(candidate) === undefined,
  )
  const returned = adjustmentsOf(await listRefundedRows(ports.db, charity.id)).map((adjustment) => adjustment.returned)
  const gifts = claimable.map(({ pence }) => pence)
  await recordOverview(ports, viewer, context, charity.id)
  return {
    charity: { id: String(charity.id), name: charity.name },
    settings: settings ?? null,
    claimable: {
      count: claimable.length,
      gifts: gifts.reduce((sum, pence) => sum + pence, 0n),
      tax: taxOnGifts(gifts),
    },
    afterSettings: {
      count: onlyOfCharity.length,
      tax: taxOnGifts(onlyOfCharity.map(({ pence }) => pence ?? 0n)),
    },
    adjustments: {
      count: returned.length,
      returned: returned.reduce((sum, pence) => sum + pence, 0n),
      tax: adjustmentTax(returned),
    },
    refused: claimRefusals
      .map((reason) => ({
        reason,
        count: candidates.filter((candidate) => reasonOf(candidate) === reason).length,
      }))
      .filter(({ count }) => count > 0),
    exceptions: await viewsOfExceptions(ports, exceptions.slice(0, exceptionsShown)),
    exceptionCount: exceptions.length,
    claims: (await listClaims(ports.db, charity.id)).map(viewOfClaim),
    declarations: await countDeclarations(ports.db, charity.id, ukDayOf(ports.clock())),
  }
}

async function viewsOfExceptions(ports: Pick<Ports, 'db' | 'clock'>, exceptions: readonly Candidate[]) {
  const requests = await detailRequestsOf(
    ports.db,
    exceptions.flatMap(({ declarationId }) => declarationId ?? []),
  )
  return exceptions.map((exception) => {
    const askedAt = requests.get(exception.declarationId ?? '') ?? null
    return {
      donationId: exception.id,
      reference: donationReferenceOf(exception.id),
      donor: exception.name,
      givenOn: exception.givenOn,
      amount: exception.pence ?? 0n,
      faults: [...exception.faults],
      askedOn: askedAt && ukDayOf(askedAt),
      canAsk: exception.email !== null && canAskAgain(askedAt, ports.clock()),
    }
  })
}

/** Lists the newest donations whose first reason is this one, without names. */
export async function readRefused(
  ports: ClaimPorts,
  viewer: AccountViewer,
  { organizationId, reason }: { readonly organizationId: bigint; readonly reason: ClaimRefusal },
): Promise<z.output<typeof refusedDonations>> {
  const charity = await authorizeForClaims(ports, viewer, organizationId, 'reading')
  const settings = await findSettings(ports.db, charity.id)
  const refused = (await loadUnclaimed(ports, charity.id, settings)).filter(
    (candidate) => reasonOf(candidate) === reason,
  )
  return {
    count: refused.length,
    donations: refused
      .toReversed()
      .slice(0, refusedShown)
      .map(({ id, campaign, givenOn, currency, remaining, refusals }) => ({
        donationId: id,
        reference: donationReferenceOf(id),
        campaign,
        givenOn,
        currency,
        gift: remaining,
        reasons: [...refusals],
      })),
  }
}

const recordOverview = (
  ports: ClaimPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  organizationId: bigint,
) =>
  ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'gift-aid.overview-opened',
      object: `organization:${organizationId}`,
      at: ports.clock(),
      ip: context.ip,
    }),
  )
