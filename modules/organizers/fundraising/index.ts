export { decideSubmission } from './decide-submission.ts'
export { eraseFundraising } from './erase.ts'
export { type Edit, findRevision } from './queries/drafts.ts'
export { findSubmission, listOpenSubmissions } from './queries/submissions.ts'
