export { findPublicOrganization, type Profile, type PublicOrganization } from './queries/profile.ts'
export { deleteReport, findReport, insertReport, listReports } from './queries/reports.ts'
