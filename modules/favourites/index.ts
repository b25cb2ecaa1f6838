export { favouritesAmong } from './queries.ts'
