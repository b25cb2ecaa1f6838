export { updateDonorTexts } from './queries/donor-texts.ts'
export { donorRecords } from './queries/records.ts'
export { charityRecords } from './record-views.ts'
