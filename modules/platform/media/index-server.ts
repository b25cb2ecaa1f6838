import { purgeUnusedPictures, removeFilesTask, removePictureFiles } from './purge-pictures.ts'
import { cropPicture } from './crop-picture.ts'
import { isWidth, showPicture } from './show-picture.ts'
import { keepPicture, pictureKey } from './keep-picture.ts'
import { privateFileKey } from './private-files.ts'
import { isRightToLeftText, renderTextImage } from './lettering.ts'

export type { StoredPicture } from './keep-picture.ts'
export type { Files } from './port.ts'
export type { ShownAs } from './show-picture.ts'

/** What only the server uses from this module. */
export const mediaServer = {
  jobs: { purgeUnusedPictures, removePictureFiles },
  removeFilesTask,
  cropPicture,
  isRightToLeftText: isRightToLeftText,
  isWidth,
  keepPicture,
  renderTextImage,
  pictureKey,
  privateFileKey,
  showPicture,
}
