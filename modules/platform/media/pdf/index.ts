export { column, padded, row, textBlock } from './blocks.ts'
export { createPdf } from './pdf-page.ts'
