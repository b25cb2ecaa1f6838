export { type AuditEntry, entriesAbout, type EntryFilter, listEntries } from './queries.ts'
export type { Act, Actor } from './entry.ts'
export { record } from './record.ts'
