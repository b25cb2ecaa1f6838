export { cropPicture } from './crop-picture.ts'
export { erasePictures, forgetUnusedPictures, removeFilesTask, removePictureFiles } from './forget-pictures.ts'
export { keepPicture, keyOf as pictureKey, type KeptPicture } from './keep-picture.ts'
export { isFromRight, letter, letterInto, type Lettered, type LetteringPorts } from './lettering.ts'
export type { Files, MediaPorts, PictureCount, PictureOwner } from './port.ts'
export { findPictures, markUsed } from './queries.ts'
export {
  keepPrivateFile,
  keyOf as privateKey,
  privateFileToSend,
  type PrivateKind,
  readUpload,
  removePrivateFile,
} from './private-files.ts'
export { isWidth, showPicture, type ShownAs } from './show-picture.ts'
