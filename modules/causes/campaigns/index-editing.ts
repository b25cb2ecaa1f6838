export { changeNews, deleteNews, findNews, insertNews, listOwnNews, type News } from './queries/news-written.ts'
export {
  countDrafts,
  type EditedCampaign,
  findEdited,
  insertFundraiser,
  listOwnCampaigns,
  lockEdited,
  changeStatus,
  renameCharity,
  slugsTaken,
  updateEdited,
} from './queries/edited.ts'
export { replaceGallery } from './queries/gallery.ts'
export { cleanRichText, plainTextOf, richTextOf, storyOf } from './rich-text.ts'
export type { CampaignFrequency, CampaignPaymentMethod } from './tables.ts'
