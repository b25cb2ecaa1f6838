export { eraseSupporterPages } from './erase-pages.ts'
export { supporterOf } from './queries/pages.ts'
