export { type CsvFile, fileAnswer } from './export-donations.ts'
export { countOpenClaims, eraseOrganizer } from './queries/thank-you-messages.ts'
export { type Cell, lineOfMore, spreadsheet, writeSpreadsheet } from './spreadsheet.ts'
