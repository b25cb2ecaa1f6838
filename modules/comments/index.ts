export { hideCommentByStaff, listHeldComments, releaseHeldComment, showCommentByStaff } from './hide-words.ts'
export { eraseComments, findCommentById } from './queries.ts'
