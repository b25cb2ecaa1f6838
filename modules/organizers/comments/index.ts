export { hideCommentByStaff, listCommentsForReview, approveComment, showCommentByStaff } from './hide-words.ts'
export { eraseComments, findCommentById, lockComment } from './comment-queries.ts'
