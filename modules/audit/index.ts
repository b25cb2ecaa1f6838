export { entriesAbout } from './queries.ts'
export { type Act, type Actor, record } from './record.ts'
