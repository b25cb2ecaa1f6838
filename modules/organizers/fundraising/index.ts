export { insertWithFreeSlug } from './create-fundraiser.ts'
export { decideSubmission } from './submissions/decide-submission.ts'
export { readDraft } from './edit-draft.ts'
export { eraseFundraising } from './erase-fundraising.ts'
export { type ControlResult, changeOwnership } from './ownership/change-ownership.ts'
export { describeOwnershipChange } from './ownership/describe-change.ts'
export {
  decideOwnershipChange,
  lockCharity,
  voidChangeOfCharity,
  voidChangesOfAccount,
} from './ownership/end-change.ts'
export { type CharityMail, mailOwners, mailTexts } from './ownership/mail-owners.ts'
export { listUnsubscribed } from './news/unsubscribe.ts'
export type { FundraisingPorts } from './ports.ts'
export { type Edit, findRevision, insertRevision } from './queries/drafts.ts'
export { listOpenSubmissions } from './queries/submissions.ts'
export { fundraiserRequests } from './submissions/decide-for-charity.ts'
export { type SubmissionDetails, submissionDetails } from './submissions/submission-details.ts'
