export { type Comment, listComments } from './queries.ts'
