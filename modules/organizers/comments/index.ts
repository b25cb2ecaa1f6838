export { eraseComments, findCommentById, lockComment } from './comment-queries.ts'
export { approveComment, hideCommentByStaff, listCommentsForReview, showCommentByStaff } from './hide-words.ts'
