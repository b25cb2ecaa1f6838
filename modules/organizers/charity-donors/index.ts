export { eraseDonorRecords, purgeDonorRecords } from './queries/records.ts'
export { charityRecords } from './record-views.ts'
