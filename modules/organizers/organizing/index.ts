export { type CsvFile, fileAnswer } from './export-donations.ts'
export { eraseOrganizer } from './queries/thanks-and-fulfilment.ts'
export { type Cell, lineOfMore, spreadsheet, writeSpreadsheet } from './spreadsheet.ts'
