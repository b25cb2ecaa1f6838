export { eraseDonorRecords, purgeDonorRecords } from './queries/records.ts'
export { readDonationViews, readPlanViews } from './read-by-id.ts'
