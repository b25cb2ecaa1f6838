export { type CsvFile, fileAnswer } from './export-donations.ts'
export { eraseOrganizer } from './queries/marks.ts'
export { type Cell, lineOfMore, spreadsheet, writeSpreadsheet } from './spreadsheet.ts'
