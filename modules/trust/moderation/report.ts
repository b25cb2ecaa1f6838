import { one, required } from '#shared/collections.ts'
import { hourMs } from '#shared/time.ts'
import { campaignTotals, findReviewedCampaign } from '#modules/causes/campaigns/index.ts'
import { findCommentById } from '#modules/organizers/comments/index.ts'
import { toRequesterScope, type Viewer, pseudonymOf } from '#modules/platform/identity/index.ts'
import { checkEmail, tidyEmail } from '#modules/platform/identity/rules/email.ts'
import { acceptProof, createProofChallenge } from '#modules/money/payments/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { addressKey } from '#shared/network.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { type CaseInput, openCase } from './open-case.ts'
import type { ModerationPorts } from './ports.ts'
import { lockCase, saveScore } from './queries/cases.ts'
import { insertReport, reportsFrom, summarizeReports } from './queries/reports.ts'
import { checkReport, type ReportReason, reportReasons } from './rules/report.ts'
import { scoreOf } from './rules/score.ts'
import { textsOfCampaign } from './subjects/report.ts'

/**
 * Reports an hour from one network before each further one requires a proof of work (security-15); a mosque shares one
 * address.
 */
const reportsBeforeProof = 5

export type ReportInput = {
  readonly campaignId: string
  readonly commentId?: string | undefined
  readonly reason: string
  readonly text: string
  readonly email: string
  readonly reCaptcha?: string | undefined
}

/**
 * Reports a fundraiser or words of support. The response is always the same, whether or not the subject exists or was
 * reported before. Reports of one subject belong to one case; reports from different networks raise its score.
 */
export async function reportContent(
  ports: ModerationPorts,
  viewer: Viewer,
  context: RequestContext,
  input: ReportInput,
): Promise<void> {
  const email = tidyEmail(input.email)
  const emailFault = email === '' ? undefined : checkEmail(email)
  const fields = { ...checkReport(input), ...(emailFault ? { email: emailFault } : {}) }
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const instant = ports.clock()
  const reporterKey = pseudonymOf(ports.tokenSecret, `report|${addressKey(context.ip)}`)
  await requireProofOfWork(ports, toRequesterScope(viewer, context), reporterKey, input.reCaptcha)
  const subject = await subjectOf(ports, input)
  if (!subject) return
  await ports.write(async (tx) => {
    const caseId = await openCase(ports, tx, subject)
    await insertReport(tx, {
      id: ports.newId(),
      caseId,
      reason: input.reason as ReportReason,
      body: input.text.trim(),
      email: email === '' ? null : email,
      accountId: viewer.kind === 'account' ? viewer.accountId : null,
      reporterKey,
      at: instant,
    })
    await updateCaseScore(tx, caseId, subject)
  })
}

/** Recomputes the score after a report; `openCase` has locked the case. */
async function updateCaseScore(tx: Tx, caseId: string, subject: CaseInput): Promise<void> {
  const { reporters, reasons } = await summarizeReports(tx, caseId)
  const weight = scoreOf({ ...subject, reporters, reasons: reasons.map(({ code }) => code) })
  const others = required(await lockCase(tx, caseId, [subject.kind])).reasons.filter(
    ({ code }) => !reportReasons.some((reason) => reason === code),
  )
  await saveScore(tx, caseId, { ...weight, reasons: [...others, ...reasons] })
}

async function requireProofOfWork(
  ports: ModerationPorts,
  scope: string,
  reporterKey: Buffer,
  proof: string | undefined,
): Promise<void> {
  const reportCount = await reportsFrom(ports.db, reporterKey, new Date(ports.clock().getTime() - hourMs))
  if (reportCount < reportsBeforeProof) return
  if (proof && (await acceptProof(ports, ports.tokenSecret, scope, proof, reportCount))) return
  throw new Problem('rate-limit', 'human-check-required', {
    more: { proof: createProofChallenge(ports, ports.tokenSecret, scope, reportCount) },
  })
}

/** Returns the reported subject; undefined if the public can't see it. */
async function subjectOf(
  ports: ModerationPorts,
  { campaignId, commentId }: ReportInput,
): Promise<CaseInput | undefined> {
  const campaign = await findReviewedCampaign(ports.db, BigInt(campaignId))
  if (!campaign || campaign.status === 0) return undefined
  const total = one(await campaignTotals(ports.db, [campaign.id]))
  const common = { campaignId: campaign.id, currency: campaign.currency, reasons: [] }
  if (commentId === undefined)
    return {
      ...common,
      kind: 'report',
      subjectId: String(campaign.id),
      atStake: total.raised,
      isZakat: campaign.zakatVerified,
      snapshot: textsOfCampaign(campaign),
    }
  const comment = await findCommentById(ports.db, commentId)
  if (!comment || comment.campaignId !== campaign.id || comment.hiddenAt || comment.reviewSince) return undefined
  return {
    ...common,
    kind: 'comment',
    subjectId: comment.id,
    atStake: 0n,
    isZakat: false,
    snapshot: { words: comment.body },
  }
}
