import { record } from '#modules/platform/audit/index.ts'
import { canAct, type TeamPart } from '#modules/causes/campaigns/rules/acts.ts'
import { findEdited, lockEdited, changeStatus, listTeam } from '#modules/causes/campaigns/index.ts'
import { findAccount } from '#modules/platform/identity/index.ts'
import { listMembers } from '#modules/causes/organizations/index.ts'
import { type MailRow, noticeMail, type NotificationPorts, queueMails } from '#modules/platform/notifications/index.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { charityOf } from '../draft-view.ts'
import { publishedTask } from '../ports.ts'
import { closeSubmission, findSubmission, type Submission } from '../queries/submissions.ts'

export type SubmissionDecision = {
  readonly submissionId: string
  readonly decision: 'approved' | 'rejected'
  /** Reason for the submitter, in their language; required for a rejection. */
  readonly reason: string
  readonly ip?: string
}

const reasonMax = 2000

/**
 * Decides a submission for staff: if approved, the fundraiser is active at once; if rejected, it is a draft again, with
 * the reason. Throws `submission-decided` for a second decision. Mails its organizers. The caller has checked the role.
 */
export async function decideSubmission(
  ports: NotificationPorts,
  staffAccountId: string,
  submissionDecision: SubmissionDecision,
): Promise<Submission> {
  const reason = submissionDecision.reason.trim()
  if (submissionDecision.decision === 'rejected' && reason === '')
    throw new Problem('validation', 'invalid-input', { fields: { reason: { code: 'reason-missing' } } })
  if (reason.length > reasonMax)
    throw new Problem('validation', 'invalid-input', {
      fields: { reason: { code: 'text-too-long', params: { max: reasonMax } } },
    })
  const submission = await findSubmission(ports.db, submissionDecision.submissionId)
  if (!submission) throw new Problem('not-found', 'submission-not-found')
  const instant = ports.clock()
  return ports.write(async (tx) => {
    await lockEdited(tx, submission.campaignId)
    const decided = await closeSubmission(tx, {
      id: submission.id,
      decision: submissionDecision.decision,
      by: staffAccountId,
      reason,
      at: instant,
    })
    if (!decided) throw new Problem('conflict', 'submission-decided')
    if (
      submissionDecision.decision === 'approved' &&
      !(await changeStatus(tx, submission.campaignId, { from: 0, to: 1, at: instant }))
    )
      throw new Problem('conflict', 'state-not-allowed')
    await record(tx, {
      actor: { kind: 'account', id: staffAccountId },
      act: `fundraising.${submissionDecision.decision}`,
      object: `campaign:${submission.campaignId}`,
      at: instant,
      ip: submissionDecision.ip,
      details: { submissionId: submission.id, reason },
    })
    await queueMails(tx, await mailsOf(ports, tx, decided), instant)
    if (decided.decision === 'approved')
      await ports.enqueue(tx, publishedTask, { campaignId: String(decided.campaignId) })
    return decided
  })
}

/**
 * Composes one mail in their language for each organizer or, for a charity's own fundraiser without an organizer, each
 * editor. The submitter also gets one if still a member. If no one is left, the charity's owners and admins get it.
 */
export async function mailsOf(ports: NotificationPorts, tx: Tx, decided: Submission): Promise<MailRow[]> {
  const campaign = await findEdited(tx, decided.campaignId)
  if (!campaign) return []
  const { organizationName: charity } = await charityOf(tx, campaign.organizationId)
  const team = await listTeam(tx, decided.campaignId)
  const members = await listMembers(tx, campaign.organizationId)
  const organizers = team.filter(({ role }) => role === 'organizer')
  const writers = organizers.length > 0 ? organizers : team.filter(({ role }) => role === 'editor')
  const recipients = [...writers, ...[...team, ...members].filter(({ accountId }) => accountId === decided.submittedBy)]
  const heads = members.filter(({ role }) => role === 'owner' || role === 'admin')
  const ids = new Set((recipients.length > 0 ? recipients : heads).map(({ accountId }) => accountId))
  const accounts = await Promise.all([...ids].map((id) => findAccount(tx, id)))
  const kind = decided.decision === 'approved' ? 'approved' : 'rejected'
  /** The charity's refusal has texts of its own. */
  const textKind = decided.decision === 'refused' ? 'refused' : kind
  return accounts.flatMap((account) => {
    if (!account) return []
    const locale: Locale = isLocale(account.locale) ? account.locale : 'en'
    const say = textsOf('organizers/fundraising-mails', locale, {
      product: ports.productName,
      title: `\u2068${campaign.name}\u2069`,
      charity: `\u2068${charity}\u2069`,
    })
    const parts: TeamPart[] = [
      ...team.filter(({ accountId }) => accountId === account.id).map(({ role }) => role),
      ...members.filter(({ accountId }) => accountId === account.id).map(({ role }) => `charity-${role}` as const),
    ]
    const button = kind === 'rejected' && !canAct(parts, 'edit') ? 'rejected.see' : (`${kind}.button` as const)
    const url = {
      'approved.button': `${ports.origin}/v4/campaign/${encodeURIComponent(campaign.slug)}`,
      'rejected.button': `${ports.origin}/organize/${campaign.id}/edit`,
      'rejected.see': `${ports.origin}/organize/${campaign.id}/state`,
    }[button]
    return [
      noticeMail(ports, {
        kind: `fundraiser-${textKind}`,
        key: `submission.${decided.id}.${account.id}`,
        to: account.email,
        locale,
        t: (key) => say(key === 'footer' ? 'state.footer' : `${textKind}.${key}`),
        blocks: [
          ...(decided.reason && kind === 'rejected'
            ? [
                {
                  kind: 'facts' as const,
                  rows: [[say(`${textKind === 'refused' ? 'refused' : 'rejected'}.reason`), decided.reason] as const],
                },
              ]
            : []),
          { kind: 'button', text: say(button), url },
        ],
      }),
    ]
  })
}
