export { hideCommentByStaff, listHeldComments, releaseHeldComment, showCommentByStaff } from './hide-words.ts'
export { eraseComments, findCommentById, lockComment } from './queries.ts'
