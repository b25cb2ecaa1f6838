export { type CsvFile, fileAnswer } from './export-gifts.ts'
export { eraseOrganizer } from './queries/marks.ts'
export { type Cell, lineOfMore, spreadsheet, writeSpreadsheet } from './spreadsheet.ts'
