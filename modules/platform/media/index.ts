export { artworkOf } from './artwork/artwork.ts'
export { type LetteringPorts, type TextImage, letterLines, renderTextInto } from './lettering.ts'
export { type Block, column, padded, row, textBlock } from './pdf/blocks.ts'
export { createPdf } from './pdf/pdf-page.ts'
export type { MediaPorts, PictureCount, PictureOwner } from './port.ts'
export {
  type PrivateFile,
  type PrivateKind,
  privateFileToSend,
  readPublicUpload,
  readUpload,
  removePrivateFile,
  savePrivateFile,
} from './private-files.ts'
export { erasePictures } from './purge-pictures.ts'
export { findPictures, markUsed } from './queries.ts'
