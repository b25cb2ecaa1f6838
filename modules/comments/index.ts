export { type Comment, eraseComments, listComments } from './queries.ts'
