import { required } from '#shared/collections.ts'
import { record } from '#modules/platform/audit/index.ts'
import { findReviewedCampaign } from '#modules/causes/campaigns/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { isLocalDate } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import type { ModerationPorts } from './ports.ts'
import { type Case, closeCase } from './queries/cases.ts'
import { checkDecision, findDecision } from './rules/decisions.ts'
import { checkSeen } from './content-fingerprint.ts'
import type { RulingInput } from './rules/zakat-ruling.ts'
import type { RecordedDecision } from './subject.ts'
import { subjects } from './subjects.ts'
import { decisionMailTexts, languageOf, mailOrganizers } from './mail-organizers.ts'
import { recordCaseAction, lockCaseToDecide } from './work-on-case.ts'

export type DecisionInput = {
  readonly caseId: string
  /** `seen` of the case that the reviewer read. */
  readonly seen: string
  readonly decision: string
  /** Reason for colleagues and the audit log; never mailed. */
  readonly reason: string
  readonly template?: string | undefined
  /** Message to the organizer, in addition to the letter's text. */
  readonly message?: string | undefined
  readonly categories?: readonly string[] | undefined
  /** Last day of the verification. */
  readonly expiresOn?: string | undefined
  readonly ruling?: RulingInput | undefined
}

/**
 * Decides a case: changes the subject, closes the case, and writes the audit entry and the organizer's mail in one
 * transaction. If the subject's own module carries out the decision, because it calls a provider or mails people
 * itself, that happens first. Some kinds need two people: the first decision is recorded, and the case stays open.
 * Throws if a colleague has decided the case, if the subject has changed since the reviewer read it, or if it is the
 * reviewer's own charity (accounts-16).
 */
export async function decideCase(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: DecisionInput,
): Promise<void> {
  const expiresAt =
    input.expiresOn && isLocalDate(input.expiresOn) ? new Date(`${input.expiresOn}T23:59:59Z`) : undefined
  const verdictOn = async (db: Db, { subjectId, campaignId }: Case): Promise<RecordedDecision> => ({
    subjectId,
    campaignId,
    decision: input.decision,
    reason: input.reason.trim(),
    letterText: letterTextOf(input, await languageOf(db, await findReviewedCampaign(db, campaignId))),
    reviewerId: viewer.accountId,
    at: ports.clock(),
    categories: input.categories,
    expiresAt,
    ruling: input.ruling,
  })
  const reviewedCase = await ports.write((tx) => lockReviewedCase(ports, tx, viewer, input))
  const { settle } = subjects[reviewedCase.kind]
  if (settle) await settle(ports, viewer, context, await verdictOn(ports.db, reviewedCase))
  await ports.write(async (tx) => {
    // A concurrent sync may have closed the settled subject as resolved elsewhere; this decision still counts.
    const item = settle
      ? await lockCaseToDecide(tx, viewer, input.caseId)
      : await lockReviewedCase(ports, tx, viewer, input)
    const verdict = await verdictOn(tx, item)
    const { at, reason } = verdict
    if ((await subjects[item.kind].decide?.(ports, tx, verdict)) === 'waits') {
      const details = { decision: input.decision, reason }
      await record(tx, recordCaseAction(ports, viewer, context, item.id, 'decision-proposed', details))
      return
    }
    if (item.state === 'open')
      await closeCase(tx, item.id, { at, byId: viewer.accountId, decision: input.decision, reason })
    const letter = findDecision(item.kind, input.decision)?.letter
    const mails =
      letter && !letter.isOwn
        ? await mailOrganizers(ports, tx, required(await findReviewedCampaign(tx, item.campaignId)), {
            name: `${item.kind}.${input.decision}`,
            key: `case.${item.id}`,
            template: input.template || undefined,
            message: input.message?.trim() || undefined,
            until: expiresAt,
          })
        : 0
    await record(
      tx,
      recordCaseAction(ports, viewer, context, item.id, 'case-decided', {
        kind: item.kind,
        subject: item.subjectId,
        campaignId: String(item.campaignId),
        decision: input.decision,
        reason,
        template: input.template || null,
        mails,
      }),
    )
  })
}

/** Locks and returns the case if this decision is possible. */
async function lockReviewedCase(
  ports: ModerationPorts,
  tx: Tx,
  viewer: AccountViewer,
  input: DecisionInput,
): Promise<Case> {
  const item = await lockCaseToDecide(tx, viewer, input.caseId)
  if (item.state === 'decided') throw new Problem('conflict', 'case-decided')
  const fields = checkDecision(item.kind, input)
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  await checkSeen(ports, tx, item, input.seen)
  return item
}

/** Joins the chosen template in the recipient's language with the reviewer's own text. */
const letterTextOf = ({ template, message }: DecisionInput, locale: Locale): string =>
  [
    ...(template ? [decisionMailTexts(locale)(`template.${template}`)] : []),
    ...(message?.trim() ? [message.trim()] : []),
  ].join('\n\n')
