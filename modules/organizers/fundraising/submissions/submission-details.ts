import { listOwnLevels } from '#modules/causes/campaigns/index.ts'
import { findOrganizations } from '#modules/causes/organizations/index.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { findAccount } from '#modules/platform/identity/index.ts'
import type { Db } from '#shared/ports.ts'
import { readDraft } from '../edit-draft.ts'
import { countDecisions, findSubmission } from '../queries/submissions.ts'
import { draftView, ownLevelView } from '../views.ts'

/**
 * Returns a submitted fundraiser for staff: the page as donors will see it, its charity, and who submitted it with what
 * happened to their earlier submissions. Undefined if the submission doesn't exist; `submitter` is null once their
 * account is erased.
 */
export async function submissionDetails(db: Db, submissionId: string, now: Date) {
  const submission = await findSubmission(db, submissionId)
  if (!submission) return undefined
  const draft = await readDraft(db, submission.campaignId, now)
  const { currency, organizationId } = draft.campaign
  const [levels, [charity], person] = await Promise.all([
    listOwnLevels(db, submission.campaignId),
    findOrganizations(db, [organizationId]),
    submission.submittedBy === null ? undefined : findAccount(db, submission.submittedBy),
  ])
  return {
    draft: draftView(draft),
    levels: levels.map((level) => ownLevelView(level, currency)),
    charity: {
      id: organizationId.toString(),
      name: draft.organizationName,
      isVerified: charity !== undefined && canReceiveDonations(charity, now),
    },
    submitter: person
      ? {
          name: `${person.firstName} ${person.lastName}`.trim(),
          email: person.email,
          isEmailConfirmed: person.emailConfirmedAt !== null,
          joinedAt: person.createdAt,
          ...(await countDecisions(db, submission)),
        }
      : null,
  }
}

export type SubmissionDetails = NonNullable<Awaited<ReturnType<typeof submissionDetails>>>
