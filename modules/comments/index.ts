export { hideCommentByStaff, listHeldComments, releaseHeldComment, showCommentByStaff } from './hide-words.ts'
export { type Comment, eraseComments, findCommentById, listComments } from './queries.ts'
export type { ReviewReason } from './rules/needs-review.ts'
