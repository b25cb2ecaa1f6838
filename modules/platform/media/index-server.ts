import { purgeUnusedPictures, removeFilesTask, removePictureFiles } from './purge-pictures.ts'
import { cropPicture } from './crop-picture.ts'
import { isWidth, showPicture } from './show-picture.ts'
import { savePicture, keyOf as pictureKey } from './save-picture.ts'
import { keyOf as privateKey } from './private-files.ts'
import { isFromRight, letter } from './lettering.ts'

export type { KeptPicture } from './save-picture.ts'
export type { Files } from './port.ts'
export type { ShownAs } from './show-picture.ts'

/** What only the server uses from this module. */
export const mediaServer = {
  jobs: { purgeUnusedPictures, removePictureFiles },
  removeFilesTask,
  cropPicture,
  isFromRight,
  isWidth,
  savePicture,
  letter,
  pictureKey,
  privateKey,
  showPicture,
}
