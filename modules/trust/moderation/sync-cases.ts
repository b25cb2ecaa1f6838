import { campaignTotals, findReviewedCampaign, generalFundOf } from '#modules/causes/campaigns/index.ts'
import { listCommentsForReview } from '#modules/organizers/comments/index.ts'
import { fundraiserRequests, listOpenSubmissions, type Edit } from '#modules/organizers/fundraising/index.ts'
import { dayMs } from '#shared/time.ts'
import { listOpenWarnings, listRefundRequests } from '#modules/money/refunds/index.ts'
import { type CaseInput, openCase } from './open-case.ts'
import type { ModerationPorts } from './ports.ts'
import { closeResolvedElsewhere, openSubjects } from './queries/cases.ts'
import type { CaseKind } from './rules/score.ts'
import { textsOfEdit } from './subjects/edit.ts'
import {
  listNameChanges,
  listOpenCharityRequests,
  listOpenMatches,
  listChangesForStaff,
} from '#modules/causes/organizations/index.ts'
import type { Db } from '#shared/ports.ts'
import { sql } from 'kysely'
import './tables.ts'

/** Returns edits of fundraisers verified for zakat that have no case yet, oldest first. */
async function findUnreviewedEdits(db: Db, limit: number): Promise<Edit[]> {
  const { rows } = await sql<Edit>`
    select r.id, r.campaign_id as "campaignId", r.before, r.after
    from fundraising.revision r
    join moderation.zakat_verification v on v.campaign_id = r.campaign_id
      and v.state = 'granted'
      and v.verified_at < r.revised_at
    where not exists (select from moderation.case c where c.kind = 'edit' and c.subject_id = r.id::text)
    order by r.revised_at, r.id
    limit ${limit}
  `.execute(db)
  return rows
}

type OfCharity = { readonly id: string; readonly organizationId: bigint }

/** Returns new names of charities that wait for staff, each with its general fund. */
const waitingNames = async (db: Db, limit: number) => withFunds(db, await listNameChanges(db, limit))

/** Returns screening matches that wait for staff, each with the charity's general fund. */
const openMatches = async (db: Db, limit: number) => withFunds(db, await listOpenMatches(db, limit))

/** Returns requests of charities that wait for staff, each with its general fund. */
const charityRequests = async (db: Db, limit: number) => withFunds(db, await listOpenCharityRequests(db, limit))

/** Returns changes of ownership that wait for staff, each with the charity's general fund. */
const ownershipRequests = async (db: Db, limit: number) => withFunds(db, await listChangesForStaff(db, limit))

async function withFunds(db: Db, open: readonly OfCharity[]): Promise<{ id: string; campaignId: bigint }[]> {
  const funds = await Promise.all(open.map(({ organizationId }) => generalFundOf(db, organizationId)))
  return open.flatMap(({ id }, index) => {
    const fund = funds[index]
    return fund ? [{ id, campaignId: fund.id }] : []
  })
}

/** Maximum for each kind and run; a later run adds the rest. */
const casesMax = 200

/**
 * Adds cases for everything that waits in other modules: submitted fundraisers, edits of verified ones, held comments,
 * refund requests, charities, their new names and owners, screening matches, and warnings about payments. Closes cases that were settled
 * elsewhere. A subject has one open case, however often
 * and by however many processes this runs.
 */
export async function syncCases(ports: ModerationPorts): Promise<void> {
  // Read before the lists: otherwise a case opened in between would look as if its subject was gone.
  const open = await openSubjects(ports.db)
  const [submissions, comments, requests, edits, charities, warnings, ownershipChanges, names, matches] =
    await Promise.all([
      listOpenSubmissions(ports.db, {
        limit: casesMax,
        askedBefore: new Date(ports.clock().getTime() - fundraiserRequests.days * dayMs),
      }),
      listCommentsForReview(ports, { limit: casesMax }),
      listRefundRequests(ports.db, 'open', casesMax),
      findUnreviewedEdits(ports.db, casesMax),
      charityRequests(ports.db, casesMax),
      listOpenWarnings(ports.db, casesMax),
      ownershipRequests(ports.db, casesMax),
      waitingNames(ports.db, casesMax),
      openMatches(ports.db, casesMax),
    ])
  const isOpen = (kind: CaseKind, subjectId: string) =>
    open.some((item) => item.kind === kind && item.subjectId === subjectId)
  const found: {
    readonly kind: CaseKind
    readonly subjectId: string
    readonly campaignId: bigint
    readonly why: string
    readonly snapshot: Record<string, string>
  }[] = [
    ...submissions.map(({ id, campaignId }) => ({
      kind: 'fundraiser' as const,
      subjectId: id,
      campaignId,
      why: 'submitted',
      snapshot: {},
    })),
    ...comments.map(({ id, campaignId, reviewReason, body }) => ({
      kind: 'comment' as const,
      subjectId: id,
      campaignId,
      why: reviewReason ?? 'other',
      snapshot: { words: body },
    })),
    ...edits.map(({ id, campaignId, before }) => ({
      kind: 'edit' as const,
      subjectId: id,
      campaignId,
      why: 'edited',
      snapshot: textsOfEdit(before),
    })),
    ...charities.map(({ id, campaignId }) => ({
      kind: 'charity' as const,
      subjectId: id,
      campaignId,
      why: 'charity-requested',
      snapshot: {},
    })),
    ...warnings.map(({ id, campaignId, kind, reason }) => ({
      kind: 'payment' as const,
      subjectId: id,
      campaignId,
      why: kind === 'review' ? 'payment-review' : 'early-fraud-warning',
      snapshot: { warning: reason },
    })),
    ...ownershipChanges.map(({ id, campaignId }) => ({
      kind: 'ownership' as const,
      subjectId: id,
      campaignId,
      why: 'ownership-change',
      snapshot: {},
    })),
    ...names.map(({ id, campaignId }) => ({
      kind: 'name' as const,
      subjectId: id,
      campaignId,
      why: 'name-requested',
      snapshot: {},
    })),
    ...matches.map(({ id, campaignId }) => ({
      kind: 'match' as const,
      subjectId: id,
      campaignId,
      why: 'screening-match',
      snapshot: {},
    })),
    ...requests.map(({ id, campaignId, reason }) => ({
      kind: 'refund' as const,
      subjectId: id,
      campaignId,
      why: 'donor-requested',
      snapshot: { reason },
    })),
  ]
  for (const { why, ...input } of found.filter(({ kind, subjectId }) => !isOpen(kind, subjectId))) {
    const campaign = await findReviewedCampaign(ports.db, input.campaignId)
    if (!campaign) continue
    const request = requests.find(({ id }) => id === input.subjectId)
    const warning = warnings.find(({ id }) => id === input.subjectId)
    const [total] =
      input.kind === 'fundraiser' || input.kind === 'edit' ? await campaignTotals(ports.db, [campaign.id]) : []
    const atStake = request?.gift ?? warning?.amount ?? total?.raised ?? 0n
    const caseToOpen: CaseInput = {
      ...input,
      reasons: [{ code: why, count: 1 }],
      atStake,
      currency: request?.currency ?? warning?.currency ?? campaign.currency,
      isZakat: campaign.zakatVerified,
    }
    await ports.write((tx) => openCase(ports, tx, caseToOpen))
  }
  // A full list doesn't show that a missing subject is gone.
  const complete = [
    ...(submissions.length < casesMax ? (['fundraiser'] as const) : []),
    ...(requests.length < casesMax ? (['refund'] as const) : []),
    ...(charities.length < casesMax ? (['charity'] as const) : []),
    ...(warnings.length < casesMax ? (['payment'] as const) : []),
    ...(ownershipChanges.length < casesMax ? (['ownership'] as const) : []),
    ...(names.length < casesMax ? (['name'] as const) : []),
    ...(matches.length < casesMax ? (['match'] as const) : []),
  ]
  const resolvedCases = open.filter(
    ({ kind, subjectId }) =>
      complete.some((option) => option === kind) &&
      !found.some((item) => item.kind === kind && item.subjectId === subjectId),
  )
  if (resolvedCases.length > 0)
    await ports.write((tx) =>
      closeResolvedElsewhere(
        tx,
        resolvedCases.map(({ id }) => id),
        ports.clock(),
      ),
    )
}
