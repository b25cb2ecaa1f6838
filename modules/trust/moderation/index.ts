export { eraseEvidence } from './queries/evidence.ts'
export { eraseReports, eraseTextInCases } from './queries/reports.ts'
