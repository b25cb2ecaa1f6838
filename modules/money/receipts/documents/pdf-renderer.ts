/** Loads the renderer of PDF documents, on demand because it is large. */
export const pdfRenderer = () => import('./pdf.ts')
