export { findPublicOrganization, type Profile, type PublicOrganization } from './queries/profile.ts'
export { deleteReport, findReport, insertCharityReport, listReports } from './queries/reports.ts'
