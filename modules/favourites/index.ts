export { eraseFavourites, favouritesAmong } from './queries.ts'
