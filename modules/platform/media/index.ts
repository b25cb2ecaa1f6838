export { erasePictures } from './purge-pictures.ts'
export { type TextImage, type LetteringPorts, renderTextInto, letterLines } from './lettering.ts'
export type { MediaPorts, PictureCount, PictureOwner } from './port.ts'
export { findPictures, markUsed } from './queries.ts'
export {
  savePrivateFile,
  privateFileToSend,
  type PrivateKind,
  readPublicUpload,
  readUpload,
  removePrivateFile,
} from './private-files.ts'
