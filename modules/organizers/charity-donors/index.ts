export { donorRecords } from './queries/records.ts'
export { charityRecords } from './record-views.ts'
export { updateDonors } from './update-donors.ts'
