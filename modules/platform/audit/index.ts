export type { Act, Actor } from './entry.ts'
export { type AuditEntry, type EntryFilter, entriesAbout, listEntries } from './queries.ts'
export { record } from './record.ts'
