import { Problem } from '#shared/problem.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { record } from '#modules/platform/audit/index.ts'
import { findCampaigns, assertNotOwnCharity } from '#modules/causes/campaigns/index.ts'
import { type AccountViewer, contactsOf } from '#modules/platform/identity/index.ts'
import { type StoredDistribution, findDistribution, listFiles, listSubmitted, review } from './distribution-queries.ts'
import { answerRequest, listOpenReassignments } from './reassignment-queries.ts'
import type { DistributionPorts } from './ports.ts'
import type { Tx } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale } from '#shared/text.ts'
import { noticeMail, queueMails } from '#modules/platform/notifications/index.ts'

/** Mails staff's decision about late zakat to the donor, once. */
async function mailAnswer(
  ports: DistributionPorts,
  tx: Tx,
  input: { readonly donationId: string; readonly accountId: string; readonly answer: string },
): Promise<void> {
  const [donor] = await contactsOf(tx, [input.accountId])
  if (!donor?.email) return
  const locale = isLocale(donor.locale) ? donor.locale : 'en'
  const t = textsOf(
    'faith/zakat-mails',
    locale,
    { product: ports.productName, name: `\u2068${donor.firstName}\u2069` },
    'reassignment.',
  )
  const mail = noticeMail(ports, {
    key: `zakat-reassignment.${input.donationId}`,
    kind: 'zakat-reassignment',
    to: donor.email,
    locale,
    t,
    blocks: [
      { kind: 'text', text: input.answer, isTheirs: true },
      { kind: 'button', text: t('button'), url: `${ports.origin}/account/donations/${input.donationId}` },
    ],
  })
  await queueMails(tx, [mail], ports.clock())
}

const shownMax = 100
const reasonMax = 2000

/** Lists the reports that await review with their files, and donors' open requests to reassign late zakat. */
export async function listForReview(ports: DistributionPorts) {
  const [reports, requests] = await Promise.all([
    listSubmitted(ports.db, shownMax),
    listOpenReassignments(ports.db, shownMax),
  ])
  const campaigns = new Map(
    (await findCampaigns(ports.db, [...new Set([...reports, ...requests].map(({ campaignId }) => campaignId))])).map(
      (campaign) => [campaign.id, { slug: campaign.slug, name: campaign.name, language: campaign.language }],
    ),
  )
  const campaignOf = (id: bigint) => campaigns.get(id) ?? { slug: '', name: '', language: 'en' }
  return {
    reports: await withFiles(ports, reports).then((rows) =>
      rows.map((row) => ({ ...row, campaign: campaignOf(row.campaignId) })),
    ),
    requests: requests.map((row) => ({ ...row, campaign: campaignOf(row.campaignId) })),
  }
}

/** Adds the files of each report. */
export async function withFiles(ports: DistributionPorts, reports: readonly StoredDistribution[]) {
  const files = await listFiles(
    ports.db,
    reports.map(({ id }) => id),
  )
  return reports.map((report) => ({
    ...report,
    files: files.filter(({ distributionId }) => distributionId === report.id),
  }))
}

function readReason(text: string): string {
  const reason = text.trim()
  const code = reason === '' ? 'reason-missing' : undefined
  const tooLong = Array.from(reason).length > reasonMax ? 'text-too-long' : undefined
  const fault = code ?? tooLong
  if (fault)
    throw new Problem('validation', 'invalid-input', {
      fields: { reason: { code: fault, params: { max: reasonMax } } },
    })
  return reason
}

/**
 * Approves or rejects a reported distribution with a reason, once. An approval needs at least one file; only approved
 * reports count for donors and totals (zakat-19).
 */
export async function reviewDistribution(
  ports: DistributionPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly distributionId: string; readonly decision: 'approve' | 'reject'; readonly reason: string },
): Promise<void> {
  const reason = readReason(input.reason)
  await ports.write(async (tx) => {
    const distribution = await findDistribution(tx, input.distributionId)
    if (!distribution) throw new Problem('not-found', 'distribution-not-found')
    await assertNotOwnCharity(tx, viewer.accountId, { campaignIds: [distribution.campaignId] })
    const hasFile = (await listFiles(tx, [distribution.id])).length > 0
    if (input.decision === 'approve' && !hasFile) throw new Problem('conflict', 'distribution-without-evidence')
    const instant = ports.clock()
    const state = input.decision === 'approve' ? 'approved' : 'rejected'
    if (!(await review(tx, { id: distribution.id, state, reviewerId: viewer.accountId, reason, at: instant })))
      throw new Problem('conflict', 'distribution-reviewed')
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: `zakat.distribution-${state}`,
      object: `campaign:${distribution.campaignId}`,
      at: instant,
      ip: context.ip,
      details: { distribution: distribution.id, reason },
    })
  })
}

/** Answers a donor's request to reassign late zakat, and mails them the decision. */
export async function answerReassignment(
  ports: DistributionPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly donationId: string; readonly reason: string },
): Promise<void> {
  const answer = readReason(input.reason)
  await ports.write(async (tx) => {
    const instant = ports.clock()
    const { donationId } = input
    const answered = await answerRequest(tx, { donationId, answer, answeredBy: viewer.accountId, at: instant })
    if (!answered) throw new Problem('not-found', 'reassignment-not-found')
    await assertNotOwnCharity(tx, viewer.accountId, { campaignIds: [answered.campaignId] })
    await mailAnswer(ports, tx, { donationId, accountId: answered.accountId, answer })
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'zakat.reassignment-answered',
      object: `donation:${donationId}`,
      at: instant,
      ip: context.ip,
      details: { answer },
    })
  })
}
