import { purgeUnusedPictures, removeFilesTask, removePictureFiles } from './purge-pictures.ts'
import { cropPicture } from './crop-picture.ts'
import { isWidth, showPicture } from './show-picture.ts'
import { savePicture, pictureKey } from './save-picture.ts'
import { privateFileKey } from './private-files.ts'
import { isRightToLeftText, renderTextImage } from './lettering.ts'

export type { StoredPicture } from './save-picture.ts'
export type { Files } from './port.ts'
export type { ShownAs } from './show-picture.ts'

/** What only the server uses from this module. */
export const mediaServer = {
  jobs: { purgeUnusedPictures, removePictureFiles },
  removeFilesTask,
  cropPicture,
  isRightToLeftText: isRightToLeftText,
  isWidth,
  savePicture,
  renderTextImage,
  pictureKey,
  privateFileKey,
  showPicture,
}
