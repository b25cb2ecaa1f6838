export { eraseFavourites } from './queries.ts'
