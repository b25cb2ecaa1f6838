export { hideCommentByStaff, listHeldComments, releaseHeldComment, showCommentByStaff } from './hide-words.ts'
export { eraseComments, findCommentById, lockComment } from './comment-queries.ts'
