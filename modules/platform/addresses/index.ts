export { eraseAddresses } from './queries.ts'
