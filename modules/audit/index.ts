export { type Entry, entriesAbout, type EntryFilter, listEntries } from './queries.ts'
export { sealEntries } from './seal.ts'
export { type Act, type Actor, record } from './record.ts'
