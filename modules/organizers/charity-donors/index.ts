export { eraseDonorRecords, purgeDonorRecords } from './queries/records.ts'
