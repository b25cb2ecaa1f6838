/** What writes PDFs. Import it in files that are loaded on demand, because its fonts and libraries are large. */
export { type Block, column, padded, row, textBlock } from './pdf/blocks.ts'
export { createPdf } from './pdf/pdf-page.ts'
