export { eraseEvidence } from './queries/evidence.ts'
export { eraseReports, eraseWordsInCases } from './queries/reports.ts'
