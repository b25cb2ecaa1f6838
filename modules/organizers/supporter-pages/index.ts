export { eraseSupporterPages } from './erase-pages.ts'
