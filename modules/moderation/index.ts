export { gatherCases } from './gather-cases.ts'
export { type CaseToOpen, openCase } from './open-case.ts'
export { eraseReports, forgetReporters } from './queries/reports.ts'
export { endVerifications, type PublicVerification, zakatVerificationOf } from './zakat-verifications.ts'
