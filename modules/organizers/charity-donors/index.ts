export { donorRecords } from './queries/records.ts'
export { charityRecords } from './record-views.ts'
