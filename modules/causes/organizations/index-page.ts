export { findPublicOrganization, type Profile, type PublicOrganization } from './queries/profile.ts'
export { type CharityReport, deleteReport, findReport, insertReport, listReports } from './queries/reports.ts'
