export { erasePictures } from './purge-pictures.ts'
export { type TextImage, type LetteringPorts, renderTextInto, letterLines } from './lettering.ts'
export type { MediaPorts, PictureCount, PictureOwner } from './port.ts'
export { findPictures, markUsed } from './queries.ts'
export { savePrivateFile, privateFileToSend, type PrivateKind, readUpload, removePrivateFile } from './private-files.ts'
export type { Block, Look } from './pdf/blocks.ts'

/** Loads what writes PDFs, on demand because its fonts and libraries are large. */
export const pdfWriter = () => import('./pdf/index.ts')
